#include "src/cli/lsp/work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/driver/session.h"
#include "tests/cli/program.h"

namespace kval::cli {
namespace {

using ::testing::HasSubstr;

LspWork Check(std::string text) {
  LspWork work;
  work.opened.directories = {"/tmp"};
  work.opened.strings = {{"/tmp/a.yml", std::move(text)}};
  work.opened.languages = {{"/tmp/a.yml", "yaml"}};
  work.opened.uris = {{"/tmp/a.yml", "file:///tmp/a.yml"}};
  work.opened.versions = {{"/tmp/a.yml", "7"}};
  return work;
}

TEST(LspWork, EncodesAllFields) {
  LspWork work = Check("a: 1:\n\xC3\xA4: 2\n");
  work.query = {.kind = lsp::SchemaQuery::QueryKind::kRename,
                .path = "/tmp/a.yml",
                .uri = "file:///tmp/a.yml",
                .position = {3, 4},
                .positions = {{1, 2}, {5, 6}},
                .below = "text",
                .word = "name",
                .is_flat = true,
                .has_declaration = false,
                .has_versions = true,
                .number = 12};
  work.opened.revisions = {{"/tmp/a.yml", "3"}};
  work.opened.counts_bytes = true;
  CheckReuse reuse;
  const std::optional<LspWork> read = DecodeLspWork(EncodeLspWork(work, reuse), reuse);
  ASSERT_TRUE(read && read->query);
  EXPECT_EQ(read->opened.directories, work.opened.directories);
  EXPECT_EQ(read->opened.strings, work.opened.strings);
  EXPECT_EQ(read->opened.languages, work.opened.languages);
  EXPECT_EQ(read->opened.uris, work.opened.uris);
  EXPECT_EQ(read->opened.versions, work.opened.versions);
  EXPECT_EQ(read->opened.revisions, work.opened.revisions);
  EXPECT_TRUE(read->opened.counts_bytes);
  EXPECT_EQ(read->query->kind, work.query->kind);
  EXPECT_EQ(read->query->path, work.query->path);
  EXPECT_EQ(read->query->uri, work.query->uri);
  EXPECT_EQ(read->query->position, work.query->position);
  EXPECT_EQ(read->query->positions, work.query->positions);
  EXPECT_EQ(read->query->below, work.query->below);
  EXPECT_EQ(read->query->word, work.query->word);
  EXPECT_TRUE(read->query->is_flat);
  EXPECT_FALSE(read->query->has_declaration);
  EXPECT_TRUE(read->query->has_versions);
  EXPECT_EQ(read->query->number, 12U);
}

TEST(LspWork, EncodesResultsOfEarlierChecks) {
  LspCheckResult result;
  result.lines = "{}\n";
  const source::FileStamp stamp{
      .exists = true, .seconds = -1, .nanoseconds = 2, .size = 3, .device = 4, .inode = ~0ULL};
  result.changed.situation = "s";
  result.changed.documents["/a.yml"] = {
      {{"/a.yml", "3"}},
      {{{"s.yml", stamp}}, {{"b", source::PathKind::kDirectory}}, {{"b", {"c", "d"}}}, {}},
      "line\n"};
  result.changed.projects["/.kval.yaml"]["0 all"] = {"context", {{"m.yaml", {stamp, 2, 7, true}}}};
  const std::optional<LspCheckResult> read = DecodeCheckResult(EncodeCheckResult(result));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->lines, result.lines);
  EXPECT_EQ(read->changed.situation, "s");
  ASSERT_EQ(read->changed.documents.size(), 1u);
  const DocumentFindings& findings = read->changed.documents.at("/a.yml");
  EXPECT_EQ(findings.revisions.at("/a.yml"), "3");
  EXPECT_EQ(findings.files.reads.at("s.yml"), stamp);
  EXPECT_EQ(findings.files.kinds.at("b"), source::PathKind::kDirectory);
  EXPECT_EQ(findings.files.names.at("b"), (std::vector<std::string>{"c", "d"}));
  EXPECT_EQ(findings.lines, "line\n");
  const driver::PassedManifests& passed = read->changed.projects.at("/.kval.yaml").at("0 all");
  EXPECT_EQ(passed.context, "context");
  EXPECT_EQ(passed.files.at("m.yaml").stamp, stamp);
  EXPECT_EQ(passed.files.at("m.yaml").documents, 2u);
  EXPECT_EQ(passed.files.at("m.yaml").steps, 7u);
  EXPECT_TRUE(passed.files.at("m.yaml").has_config_map);
  EXPECT_FALSE(DecodeCheckResult("1"));
  CheckReuse reuse;
  LspWork work = Check("a: 1\n");
  ASSERT_TRUE(DecodeLspWork(EncodeLspWork(work, result.changed), reuse));
  EXPECT_EQ(reuse.projects.at("/.kval.yaml").size(), 1u);
}

TEST(LspWork, RejectsWhatNoServerOfThisVersionWrote) {
  CheckReuse reuse;
  const auto decode = [&](std::string_view input) { return DecodeLspWork(input, reuse).has_value(); };
  const std::string text = EncodeLspWork(Check("a: 1\n"), reuse);
  EXPECT_TRUE(decode(text));
  for (size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(decode(text.substr(0, size))) << size;
  }
  EXPECT_FALSE(decode(text + "0:"));
  EXPECT_FALSE(decode("3:0.0" + text.substr(text.find(':') + 6)));
  EXPECT_FALSE(decode("5:0.1.018446744073709551615:"));
}

// What the language server does on Windows.
TEST(LspWork, IsDoneByAWorkerOfTheProgram) {
  Workplace place;
  LspWork work = Check("a: [1\n");
  place.File("input", EncodeLspWork(work, CheckReuse()));
  const Ended check = place.Run("kval lsp --worker <input");
  EXPECT_EQ(check.status, 0) << check.err;
  EXPECT_THAT(check.out, HasSubstr("textDocument/publishDiagnostics"));
  EXPECT_THAT(check.out, HasSubstr("file:///tmp/a.yml"));

  work = Check("a:\n  b: 1\n");
  work.query = {.kind = lsp::SchemaQuery::QueryKind::kFoldings,
                .path = "/tmp/a.yml",
                .uri = "file:///tmp/a.yml",
                .position = {}};
  place.File("input", EncodeLspWork(work, CheckReuse()));
  const Ended answer = place.Run("kval lsp --worker <input");
  EXPECT_EQ(answer.status, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("\"startLine\":0"));

  const Ended other = place.Run("echo '{}' | kval lsp --worker");
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("--worker"));
}

}  // namespace
}  // namespace kval::cli
