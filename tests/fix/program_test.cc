// `--fix` and `--diff` from end to end: every kind of fix, and edits that kval never makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace kval::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kSchema =
    "#@data/values-schema\n---\nname: \"\"\nport: 8080\nratio: 0.5\ndebug: false\n"
    "#@schema/validation one_of=[\"debug\", \"info\", \"warn\"]\nlevel: info\n"
    "image:\n  repository: \"\"\n  tag: \"\"\nlist:\n- 0\n";

struct Kind {
  const char* name;
  const char* before;
  const char* after;
};

constexpr Kind kKinds[] = {
    {"quotes removed", "port: \"80\"  # a comment\n", "port: 80  # a comment\n"},
    {"single quotes removed", "ratio: '1'\n", "ratio: 1\n"},
    {"quotes of a boolean removed", "debug: \"true\"\n", "debug: true\n"},
    {"quotes added", "name: 12\n", "name: \"12\"\n"},
    {"quotes added to a boolean", "name: yes\n", "name: \"yes\"\n"},
    {"quotes removed in a list", "list: [1, \"2\", '3']\n", "list: [1, 2, 3]\n"},
    {"misspelt key", "nmae: a\n", "name: a\n"},
    {"misspelt key in quotes", "\"prot\": 80\n", "\"port\": 80\n"},
    {"misspelt key further down", "image:\n  # which\n  tagg: \"1\"\n", "image:\n  # which\n  tag: \"1\"\n"},
    {"misspelt member", "level: wran\n", "level: warn\n"},
    {"misspelt member in quotes", "level: 'inof'\n", "level: 'info'\n"},
    {"tab", "image:\n\ttag: a\n\trepository: b\n", "image:\n  tag: a\n  repository: b\n"},
    {"blank behind a colon", "name: a\nport:80\nlevel: info\n", "name: a\nport: 80\nlevel: info\n"},
    {"two at once, one behind the other", "prot: \"80\"\n", "port: 80\n"},
    {"carriage returns stay", "name: 1\r\nport: 2\r\n", "name: \"1\"\r\nport: 2\r\n"},
    {"a byte order mark stays", "\xEF\xBB\xBFname: 1\n", "\xEF\xBB\xBFname: \"1\"\n"},
    {"no line break at the end", "port: \"1\"", "port: 1"},
    {"key too deep", "image:\n  repository: a\n  # why\n  port: 80\nname: b\n",
     "image:\n  repository: a\n  # why\nport: 80\nname: b\n"},
    {"key too high", "image:\n  repository: a\ntag: b  # which\n",
     "image:\n  repository: a\n  tag: b  # which\n"},
    {"nothing where lines would have to move", "tag: b\nimage:\n  repository: a\n",
     "tag: b\nimage:\n  repository: a\n"},
    {"several on one line", "image: {tga: 1, repository: yes}\n",
     "image: {tag: \"1\", repository: \"yes\"}\n"},
    {"an anchor and its alias", "name: &n 12\nimage:\n  tag: *n\n", "name: &n \"12\"\nimage:\n  tag: *n\n"},
    {"behind characters of several bytes", "image: {tag: \"✓é\", \"repositöry\": \"x\"}  # größe\n",
     "image: {tag: \"✓é\", \"repository\": \"x\"}  # größe\n"},
    {"nothing where both are there", "name: a\nnmae: b\n", "name: a\nnmae: b\n"},
    {"nothing where the other takes no such value", "imgae: 7\n", "imgae: 7\n"},
    {"nothing where it is a guess", "port: eighty\n", "port: eighty\n"},
};

TEST(Fix, EveryKindIsMinimalAndDoneOnce) {
  for (const Kind& kind : kKinds) {
    Workplace place;
    place.File("schema.yml", kSchema).File("values.yml", kind.before);
    const Ended first = place.Run("kval check -f schema.yml -f values.yml --fix -o json");
    EXPECT_EQ(place.Text("values.yml"), kind.after) << kind.name << first.out << first.err;
    const Ended second = place.Run("kval check -f schema.yml -f values.yml --fix -o json");
    EXPECT_EQ(place.Text("values.yml"), kind.after) << kind.name;
    EXPECT_EQ(first.out, second.out) << kind.name;
    EXPECT_THAT(second.err, Not(HasSubstr("repaired"))) << kind.name;
  }
}

TEST(Fix, AmbiguousScalarsAreWrittenAsTheyAreRead) {
  Workplace place;
  place.File("schema.yml", "#@data/values-schema\n---\nmode: 0\ndebug: false\n")
      .File("values.yml", "mode: 0755\ndebug: yes\n");
  place.Run("kval check -f schema.yml -f values.yml --warn-ambiguous --fix");
  EXPECT_EQ(place.Text("values.yml"), "mode: 493\ndebug: true\n");
}

TEST(Fix, DiffShowsAndWritesNothing) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", "name: a\nport: \"80\"\n");
  const Ended ended = place.Run("kval check -f schema.yml -f values.yml --diff");
  EXPECT_EQ(ended.out,
            "--- values.yml\n+++ values.yml\n@@ -1,2 +1,2 @@\n name: a\n-port: \"80\"\n+port: 80\n");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.err, HasSubstr("would fix 1 finding in 1 file"));
  EXPECT_EQ(place.Text("values.yml"), "name: a\nport: \"80\"\n");
  EXPECT_EQ(place
                .Run("kval check -f schema.yml -f values.yml --diff | patch -p0 >/dev/null && "
                     "kval check -f schema.yml -f values.yml")
                .status,
            0);
}

TEST(Fix, WhatIsIgnoredIsLeftAlone) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", "port: \"80\"  # kval: ignore KV301\nname: 1\n");
  place.Run("kval check -f schema.yml -f values.yml --fix --ignore KV300");
  EXPECT_EQ(place.Text("values.yml"), "port: \"80\"  # kval: ignore KV301\nname: \"1\"\n");
}

TEST(Fix, RepairsWhatALinkBelowTheDirectoryLeadsTo) {
  Workplace place;
  place.File("schema.yml", kSchema).File("base/real.yml", "port: \"80\"\n");
  place.Run("mkdir envs; ln -s ../base/real.yml envs/values.yml");
  EXPECT_EQ(place.Run("kval check -f schema.yml -f envs/values.yml --fix").status, 0);
  EXPECT_EQ(place.Text("base/real.yml"), "port: 80\n");
  EXPECT_EQ(place.Run("readlink envs/values.yml; ls envs base").out,
            "../base/real.yml\nbase:\nreal.yml\n\nenvs:\nvalues.yml\n");
}

TEST(Fix, FixesAFileWithTwoNamesOnce) {
  Workplace place;
  place.File("schema.yml", kSchema).File("real.yml", "prot: \"80\"\n");
  place.Run("ln -s real.yml a.yml");
  EXPECT_EQ(place.Run("kval check --each -f schema.yml a.yml real.yml --fix").status, 0);
  EXPECT_EQ(place.Text("real.yml"), "port: 80\n");
}

TEST(Fix, NeverWritesThroughALinkThatLeadsOut) {
  Workplace place;
  place.File("schema.yml", kSchema).File("real.yml", "port: \"80\"\n").File("in/schema.yml", kSchema);
  place.Run("ln -s ../real.yml in/values.yml");
  const Ended ended = place.Run("cd in; kval check -f schema.yml -f values.yml --fix");
  EXPECT_EQ(place.Text("real.yml"), "port: \"80\"\n");
  EXPECT_THAT(ended.out, HasSubstr("KV010"));
  EXPECT_EQ(ended.status, 2);
}

TEST(Fix, LeavesReadOnlyFilesAlone) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", "port: \"80\"\n");
  place.Run("chmod 444 values.yml");
  const Ended ended = place.Run("kval check -f schema.yml -f values.yml --fix");
  EXPECT_EQ(place.Text("values.yml"), "port: \"80\"\n");
  EXPECT_THAT(ended.out, HasSubstr("cannot write values.yml: it is read-only"));
  EXPECT_EQ(ended.status, 2);
}

TEST(Fix, EveryDocumentOfAFile) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", "port: \"1\"\n---\nport: '2'\n...\n");
  place.Run("kval check --each -f schema.yml values.yml --fix");
  EXPECT_EQ(place.Text("values.yml"), "port: 1\n---\nport: 2\n...\n");
}

TEST(Fix, DoesNotFixFlagsAndStandardInput) {
  Workplace place;
  place.File("schema.yml", kSchema);
  const Ended flag = place.Run("kval check -f schema.yml --set-string port=80 --fix");
  EXPECT_EQ(flag.status, 1);
  EXPECT_THAT(flag.err, Not(HasSubstr("repaired")));
  EXPECT_EQ(place.Run("echo 'port: \"80\"' | kval check -f schema.yml -f - --fix").status, 2);
}

TEST(Fix, WorksOnAProject) {
  Workplace place;
  place.File("schema.yml", kSchema)
      .File("base.yml", "nmae: a\n")
      .File("prod.env.yml", "port: \"80\"\n")
      .File("test.env.yml", "level: debgu\n")
      .File(".kval.yaml",
            "sets:\n- name: a\n  schema: schema.yml\n  values: [base.yml, \"{env}.env.yml\"]\n");
  const Ended ended = place.Run("kval check --fix");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_THAT(ended.err, HasSubstr("fixed 3 findings in 3 files"));
  EXPECT_EQ(place.Text("base.yml"), "name: a\n");
  EXPECT_EQ(place.Text("prod.env.yml"), "port: 80\n");
  EXPECT_EQ(place.Text("test.env.yml"), "level: debug\n");
}

TEST(Fix, RevertsFixesThatCauseNewDiagnostics) {
  Workplace place;
  place.File("schema.yml", "#@data/values-schema\n---\n#@schema/validation min=10\nport: 8080\nlevel: 1\n")
      .File("values.yml", "prot: 7\nlevel: \"2\"\n");
  const Ended ended = place.Run("kval check -f schema.yml -f values.yml --fix");
  EXPECT_EQ(place.Text("values.yml"), "prot: 7\nlevel: 2\n");
  EXPECT_THAT(ended.err, HasSubstr("fixed 1 finding in 1 file"));
  EXPECT_THAT(ended.err, HasSubstr("left 1 finding unchanged"));
}

TEST(Fix, KeepsFixesThatRevealHiddenDiagnostics) {
  Workplace place;
  place.File("schema.yml",
             "#@data/values-schema\n---\nport: 80\nname: \"\"\nservice:\n  host: \"\"\n  size: 1\n");
  // Below a misspelt key, whether kval can fix the values or not.
  place.File("values.yml", "port: \"80\"\nname: 5\nservce:\n  hosst: a\n  size: big\n");
  EXPECT_EQ(place.Run("kval check -f schema.yml -f values.yml --fix").status, 1);
  EXPECT_EQ(place.Text("values.yml"), "port: 80\nname: \"5\"\nservice:\n  host: a\n  size: big\n");
  // In lines that kval could not parse before the fix.
  place.File("values.yml", "service:\n\thost: 5\n\tsize: big\n");
  EXPECT_EQ(place.Run("kval check -f schema.yml -f values.yml --fix").status, 1);
  EXPECT_EQ(place.Text("values.yml"), "service:\n  host: \"5\"\n  size: big\n");
  // The keys below `servce` do not belong to `service`, so kval does not rename it. Other fixes still apply.
  place.File("values.yml", "servce:\n  unlike: 1\n  others: 2\nport: \"80\"\n");
  EXPECT_THAT(place.Run("kval check -f schema.yml -f values.yml --fix").err,
              HasSubstr("left 1 finding unchanged"));
  EXPECT_EQ(place.Text("values.yml"), "servce:\n  unlike: 1\n  others: 2\nport: 80\n");
}

TEST(Fix, ATagThatMadeItAnotherKindGoesOnce) {
  Workplace place;
  place.File("schema.yml", "#@data/values-schema\n---\nname: \"\"\n")
      .File("values.yml", "name: !!int \"5\"\n");
  EXPECT_THAT(place.Run("kval check -f schema.yml -f values.yml --fix").err,
              HasSubstr("fixed 1 finding in 1 file"));
  EXPECT_EQ(place.Text("values.yml"), "name: \"5\"\n");
}

TEST(Formats, ContainFixes) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", "port: \"80\"\n");
  const std::string command = "kval check -f schema.yml -f values.yml -o ";
  EXPECT_THAT(place.Run(command + "json").out,
              HasSubstr("\"start\": 6,\n              \"end\": 10,\n              \"text\": \"80\""));
  EXPECT_THAT(place.Run(command + "json").out, HasSubstr("\"fixable\": 1"));
  EXPECT_THAT(place.Run(command + "sarif").out, HasSubstr("\"insertedContent\""));
  EXPECT_THAT(place.Run(command + "rdjson").out, HasSubstr("\"suggestions\""));
}

TEST(Formats, RepairsOfSecretsAreNotReported) {
  Workplace place;
  place.File("schema.yml", "#@data/values-schema\n---\npassword: \"\"\n")
      .File("values.yml", "password: 31415926\n");
  const Ended ended = place.Run("kval check -f schema.yml -f values.yml -o json");
  EXPECT_THAT(ended.out, Not(HasSubstr("31415926")));
  EXPECT_THAT(ended.out, Not(HasSubstr("\"fixes\"")));
}

}  // namespace
}  // namespace kval::cli
