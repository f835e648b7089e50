// What one golden case cannot show: the files that a run writes, and commands that depend on each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace kval::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kSchema = "#@data/values-schema\n---\nname: app\n";

std::string ManyFaults(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "key" + std::to_string(i) + ": 1\n";
  }
  return text;
}

int CountOf(const std::string& text, const std::string& what) {
  int count = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Findings, AreCutOnStandardOutputAndWholeInFiles) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", ManyFaults(250));
  const Ended ended =
      place.Run("kval -f schema.yml -f values.yml -o json:all.json -o sarif:all.sarif -o jsonl");
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(CountOf(ended.out, "\n"), 201);
  EXPECT_THAT(ended.out, HasSubstr("\"code\":\"KV007\""));
  EXPECT_EQ(CountOf(place.Text("all.json"), "\"code\": \"KV300\""), 250);
  EXPECT_THAT(place.Text("all.json"), HasSubstr("\"truncated\": false"));
  EXPECT_EQ(CountOf(place.Text("all.sarif"), "\"ruleId\": \"KV300\""), 250);
}

TEST(Findings, TextAndJsonAgreeInTheirCounts) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", ManyFaults(250));
  EXPECT_THAT(place.Run("kval -f schema.yml -f values.yml").out, HasSubstr("Found 250 errors"));
  EXPECT_THAT(place.Run("kval -f schema.yml -f values.yml -o json").out, HasSubstr("\"errors\": 250"));
}

TEST(Findings, AFileThatCannotBeWrittenLosesNoOther) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", "name: 1\n");
  const Ended ended =
      place.Run("kval -f schema.yml -f values.yml -o json:none/a.json -o sarif:b.sarif -o concise");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(place.Text("b.sarif"), HasSubstr("KV301"));
  EXPECT_THAT(ended.out, HasSubstr("error[KV010]"));
  EXPECT_THAT(ended.out, HasSubstr("there is no folder none"));
  EXPECT_THAT(ended.out, HasSubstr("values.yml:1:7: error[KV301]"));
}

TEST(Findings, AreNotWrittenOverAnInputOrThroughALink) {
  Workplace place;
  place.File("schema.yml", kSchema).File("values.yml", "name: a\n").File("kept", "kept");
  EXPECT_EQ(place.Run("kval -f schema.yml -f values.yml -o json:values.yml").status, 2);
  EXPECT_EQ(place.Text("values.yml"), "name: a\n");
  EXPECT_EQ(place.Run("ln -s kept link; kval -f schema.yml -f values.yml -o json:link").status, 2);
  EXPECT_EQ(place.Text("kept"), "kept");
  EXPECT_EQ(place.Run("mkfifo pipe; kval -f schema.yml -f values.yml -o json:pipe").status, 2);
}

TEST(Rendering, AFailedRunLeavesTheOldFiles) {
  Workplace place;
  place.File("in/a.yml", "a: new\n")
      .File("in/b/c.yml", "b: new\n")
      .File("out/a.yml", "a: old\n")
      .File("out/b", "x");
  EXPECT_EQ(place.Run("kval render -f in --output-files out").status, 2);
  EXPECT_EQ(place.Text("out/a.yml"), "a: old\n");
  EXPECT_EQ(place.Run("ls -A out | wc -l").out, "2\n");
}

TEST(Rendering, AnInputIsNoOutput) {
  Workplace place;
  place.File("in/a.yml", "#! kept\na: 1\n");
  EXPECT_EQ(place.Run("kval render -f in --output-files in").status, 2);
  EXPECT_EQ(place.Run("kval render -f in --dangerous-emptied-output-directory in").status, 2);
  EXPECT_EQ(place.Text("in/a.yml"), "#! kept\na: 1\n");
}

// Runs that are killed at any moment leave each file as it was or as it becomes.
TEST(Rendering, AKilledRunTearsNoFile) {
  Workplace place;
  const std::string big(200'000, 'x');
  place.File("in/a.yml", "a: " + big + "\n").File("in/b.yml", "b: " + big + "\n");
  for (int i = 0; i < 20; ++i) {
    place.File("out/a.yml", "old").File("out/b.yml", "old");
    const std::string delay = "0.0" + std::to_string(i % 10) + std::to_string(i / 2);
    place.Run("timeout -s " + std::string(i % 2 == 0 ? "KILL" : "TERM") + " " + delay +
              " kval render -f in --output-files out");
    for (const char* name : {"a", "b"}) {
      const std::string text = place.Text("out/" + std::string(name) + ".yml");
      EXPECT_TRUE(text == "old" || text == std::string(name) + ": " + big + "\n") << text.size();
    }
  }
}

TEST(Rendering, PrintsAndNamesAreHarmless) {
  Workplace place;
  place.File("in/a.yml", "#@ print(\"::error::\\x1b[2J\\nb\")\na: 1\n");
  const Ended ended = place.Run("kval render -f in --output-files out");
  EXPECT_THAT(ended.err, Not(HasSubstr("\x1b")));
  EXPECT_THAT(ended.err, Not(testing::StartsWith("::")));
  EXPECT_EQ(place.Run("kval check --color $'a\\n::error::b'").err.find("\n::"), std::string::npos);
}

}  // namespace
}  // namespace kval::cli
