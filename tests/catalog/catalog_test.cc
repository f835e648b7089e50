#include "schemas/catalog/catalog.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/catalog/path_match.h"
#include "schemas/json_schema/json_schema.h"
#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/interner.h"
#include "src/types/model.h"
#include "src/yaml/document.h"

namespace kval::schemas::catalog {
namespace {

// The name of the schema of a file with the keys; empty without one.
std::string_view SchemaOf(std::string_view path, std::string_view keys = {}) {
  const std::vector<std::string_view> words = Words(keys);
  const BuiltinSchema* schema =
      FindByFile(path, [&](std::string_view key) { return std::ranges::find(words, key) != words.end(); });
  return schema == nullptr ? std::string_view() : schema->name;
}

TEST(CatalogTest, FindsTheSchemaByTheNameOfAFile) {
  constexpr struct {
    const char* path;
    const char* name;
  } kCases[] = {
      {".github/workflows/ci.yml", "github-workflows"},
      {"/home/a/b/.github/workflows/ci.yaml", "github-workflows"},
      {".github/workflows/sub/ci.yml", ""},
      {".github/workflows/ci.json", ""},
      {"github/workflows/ci.yml", ""},
      {"x.github/workflows/ci.yml", ""},
      {".github/dependabot.yml", "dependabot"},
      {"dependabot.yml", ""},
      {".github/ISSUE_TEMPLATE/config.yml", "github-issue-config"},
      {".github/ISSUE_TEMPLATE/bug.yml", "github-issue-forms"},
      {"a/compose.yaml", "compose-spec"},
      {"compose.override.yml", "compose-spec"},
      {"docker-compose-dev.yml", "compose-spec"},
      {"compose", ""},
      {"my-compose.yml", ""},
      {".gitlab-ci.yml", "gitlab-ci"},
      {"ci/lint.gitlab-ci.yml", "gitlab-ci"},
      {".circleci/config.yml", "circle-ci"},
      {"config.yml", ""},
      {".woodpecker/a/b.yml", "woodpecker-ci"},
      {".woodpecker/b.yml", "woodpecker-ci"},
      {"bamboo-specs/bamboo.yml", "bamboo-spec"},
      {"CITATION.cff", "citation-file-format"},
      {"", ""},
      {"/", ""},
  };
  for (const auto& each : kCases) {
    EXPECT_EQ(SchemaOf(each.path), each.name) << each.path;
  }
}

TEST(CatalogTest, AmbiguousNamesNeedAKey) {
  EXPECT_EQ(SchemaOf("action.yml"), "");
  EXPECT_EQ(SchemaOf("action.yml", "name"), "");
  EXPECT_EQ(SchemaOf("action.yml", "name runs"), "github-actions");
}

TEST(CatalogTest, GivesThePatternWithTheDirectory) {
  EXPECT_EQ(PatternFor(*FindByName("github-workflows"), "a/.github/workflows/x.yml"),
            "a/.github/workflows/*.{yml,yaml}");
  EXPECT_EQ(PatternFor(*FindByName("woodpecker-ci"), ".woodpecker/a/b.yml"), ".woodpecker/**/*.{yml,yaml}");
  EXPECT_EQ(PatternFor(*FindByName("woodpecker-ci"), "a.yml"), "");
}

TEST(CatalogTest, FindsTheSchemaByItsAddress) {
  constexpr struct {
    const char* address;
    const char* name;
  } kCases[] = {
      {"https://json.schemastore.org/github-workflow.json", "github-workflows"},
      {"https://json.schemastore.org/github-workflow", "github-workflows"},
      {"http://www.schemastore.org/github-workflow.json#", "github-workflows"},
      {"https://raw.githubusercontent.com/SchemaStore/schemastore/master/src/schemas/json/"
       "github-workflow.json",
       "github-workflows"},
      {"https://raw.githubusercontent.com/compose-spec/compose-spec/master/schema/compose-spec.json",
       "compose-spec"},
      {"https://example.com/github-workflow.json", ""},
      {"https://", ""},
      {"schemastore.org/github-workflow", ""},
      {"github-workflow.json", ""},
  };
  for (const auto& each : kCases) {
    const BuiltinSchema* schema = FindByAddress(each.address);
    EXPECT_EQ(schema == nullptr ? std::string_view() : schema->name, each.name) << each.address;
  }
}

TEST(CatalogTest, IsSortedAndFindsEverySchemaByItsPath) {
  const auto by_name = [](const BuiltinSchema& a, const BuiltinSchema& b) { return a.name < b.name; };
  EXPECT_TRUE(std::is_sorted(All().begin(), All().end(), by_name));
  for (const BuiltinSchema& schema : All()) {
    EXPECT_EQ(FindByPath(PathOf(schema)), &schema);
    EXPECT_FALSE(Words(schema.patterns).empty()) << schema.name;
  }
  EXPECT_EQ(FindByPath("builtin:unknown"), nullptr);
  EXPECT_EQ(FindByPath("github-workflows"), nullptr);
}

// A schema that kval could use only in part would accept invalid files.
TEST(CatalogTest, EverySchemaCompilesWithoutErrors) {
  for (const BuiltinSchema& schema : All()) {
    source::SourceMap sources;
    diag::Collector found;
    diag::Emitter emit(&found);
    Arena arena;
    yaml::ReadOptions reading;
    reading.dialect = value::Dialect::kYaml12;
    const yaml::File file =
        yaml::ReadFile(sources.AddText(PathOf(schema), TextOf(schema)), reading, arena, emit);
    ASSERT_EQ(file.documents.size(), 1u) << schema.name;
    Interner names;
    types::Model model(&names);
    json_schema::JsonSchemaRequest request;
    request.schema = file.documents[0].root;
    request.uri = PathOf(schema);
    request.load = [](const std::string&, std::string&) -> const value::Value* { return nullptr; };
    EXPECT_EQ(json_schema::Compile(request, arena, model, emit), json_schema::CompileStatus::kWhole)
        << schema.name;
    EXPECT_EQ(emit.error_count(), 0u) << schema.name;
  }
}

TEST(CatalogTest, TheDocumentationHasTheTable) {
  std::stringstream page;
  page << std::ifstream(KVAL_SOURCE_DIR "/docs/reference/schemas.md").rdbuf();
  EXPECT_NE(page.str().find(MarkdownTable()), std::string::npos) << MarkdownTable();
}

TEST(PathMatchTest, ManyStarsTakeNoExponentialTime) {
  std::string pattern, name(5000, 'a');
  for (int i = 0; i < 500; ++i) {
    pattern += "*a";
  }
  EXPECT_TRUE(MatchAtAnyDepth(pattern, name).has_value());
  EXPECT_FALSE(MatchAtAnyDepth(pattern + "b", name).has_value());
}

}  // namespace
}  // namespace kval::schemas::catalog
