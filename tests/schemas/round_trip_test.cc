// Schemas keep their meaning when they are converted to another language and back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tests/schemas/conversion.h"

namespace kval {
namespace {

namespace fs = std::filesystem;

using testing::Compile;
using testing::Compiled;
using testing::CompileText;
using testing::Convert;
using testing::Converted;
using testing::Language;
using testing::Other;

// Removes functions and check lines, which the conversion rewrites or reports as lost.
std::string WithoutFunctions(const std::string& dump) {
  std::string text;
  size_t begin = 0;
  while (begin < dump.size()) {
    const size_t end = std::min(dump.find('\n', begin), dump.size() - 1) + 1;
    const std::string line = dump.substr(begin, end - begin);
    if (line.find("rule check ") == std::string::npos && line.find(" when ") == std::string::npos) {
      text += line;
    }
    begin = end;
  }
  return text;
}

// Converts a schema to the other language and back. `losses` is the number of losses of both conversions.
// Returns the dump of the result.
std::string ThereAndBack(Compiled& schema, Language own, size_t& losses) {
  const Converted there = Convert(schema, Other(own));
  Compiled other = CompileText(Other(own), there.text);
  EXPECT_TRUE(other.ok) << other.Findings() << there.text;
  if (!other.ok) {
    return other.Findings();
  }
  const Converted back = Convert(other, own);
  losses = there.losses + back.losses;
  Compiled again = CompileText(own, back.text);
  EXPECT_TRUE(again.ok) << again.Findings() << back.text;
  return again.Dump();
}

std::vector<fs::path> DirectoriesIn(const fs::path& directory) {
  std::vector<fs::path> directories;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    if (entry.is_directory()) {
      directories.push_back(entry.path());
    }
  }
  std::sort(directories.begin(), directories.end());
  return directories;
}

TEST(RoundTripTest, TwinsComeBackAsTheyWere) {
  source::DiskFileReader reader;
  size_t count = 0;
  for (const fs::path& directory : DirectoriesIn(fs::path(KVAL_TESTDATA) / "equiv")) {
    for (Language own : {Language::kYtt, Language::kKcl}) {
      const fs::path path = directory / (own == Language::kYtt ? "schema.yml" : "schema.k");
      Compiled schema = Compile(reader, {path.string()});
      ASSERT_TRUE(schema.ok) << path;
      size_t losses = 0;
      EXPECT_EQ(WithoutFunctions(schema.Dump()), WithoutFunctions(ThereAndBack(schema, own, losses))) << path;
      ++count;
    }
  }
  EXPECT_GE(count, 74u);
}

TEST(RoundTripTest, TwinsComeBackFromJsonSchema) {
  source::DiskFileReader reader;
  for (const fs::path& directory : DirectoriesIn(fs::path(KVAL_TESTDATA) / "equiv")) {
    for (Language own : {Language::kYtt, Language::kKcl}) {
      const fs::path path = directory / testing::FileOf(own);
      Compiled schema = Compile(reader, {path.string()});
      ASSERT_TRUE(schema.ok) << path;
      const Converted there = Convert(schema, Language::kJsonSchema);
      Compiled json = CompileText(Language::kJsonSchema, there.text);
      ASSERT_TRUE(json.ok) << path << "\n" << json.Findings() << there.text;
      EXPECT_EQ(WithoutFunctions(schema.Dump()), json.Dump()) << path << "\n" << there.text;
      const Converted back = Convert(json, own);
      Compiled again = CompileText(own, back.text);
      EXPECT_EQ(WithoutFunctions(schema.Dump()), WithoutFunctions(again.Dump())) << path << "\n" << back.text;
    }
  }
}

TEST(RoundTripTest, AConversionToTheSameLanguageChangesNothing) {
  source::DiskFileReader reader;
  for (const fs::path& directory : DirectoriesIn(fs::path(KVAL_TESTDATA) / "equiv")) {
    for (Language own : {Language::kYtt, Language::kKcl}) {
      const fs::path path = directory / (own == Language::kYtt ? "schema.yml" : "schema.k");
      Compiled schema = Compile(reader, {path.string()});
      ASSERT_TRUE(schema.ok) << path;
      const Converted same = Convert(schema, own);
      Compiled again = CompileText(own, same.text);
      EXPECT_EQ(WithoutFunctions(schema.Dump()), WithoutFunctions(again.Dump())) << path << "\n" << same.text;
      if (same.losses == 0) {
        EXPECT_EQ(same.text, Convert(again, own).text) << path;
      }
    }
  }
}

// Every compilable schema of the tests can be converted, and the result compiles.
TEST(RoundTripTest, WhatIsWrittenAlwaysCompiles) {
  source::DiskFileReader reader;
  size_t count = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(KVAL_TESTDATA)) {
    const std::string name = entry.path().filename().string();
    const bool is_kcl = name.ends_with(".k");
    const bool is_json = name.ends_with(".json") && name.find("schema") != std::string::npos;
    const bool is_schema = is_kcl || is_json || (name.starts_with("schema") && name.ends_with(".yml"));
    // Excludes infinite schemas: their conversion ends at a limit, which golden cases test.
    const std::string path = entry.path().string();
    const bool has_end = path.find("without_an_end") == std::string::npos &&
                         path.find("instances_within_themselves") == std::string::npos;
    if (!entry.is_regular_file() || !is_schema || !has_end) {
      continue;
    }
    Compiled schema = Compile(reader, {entry.path().string()});
    if (!schema.ok) {
      continue;
    }
    for (Language to : testing::kLanguages) {
      schema = Compile(reader, {entry.path().string()});  // writing changes the model
      const Converted converted = Convert(schema, to);
      // KCL cannot express a schema that is not a map: kval reports the loss and writes no schema.
      if (to == Language::kKcl && converted.losses > 0 &&
          converted.text.find("schema ") == std::string::npos) {
        continue;
      }
      const Compiled again = CompileText(to, converted.text);
      EXPECT_TRUE(again.ok) << entry.path() << "\n" << again.Findings() << converted.text;
    }
    ++count;
  }
  EXPECT_GT(count, 500u);
}

// Schemas of public repositories, if the corpora are available.
TEST(RoundTripTest, SchemasOfPublicRepositories) {
  const char* given = std::getenv("KVAL_CONFORMANCE");
  const fs::path wild = fs::path(given == nullptr ? KVAL_CONFORMANCE : given) / "ytt" / "wild";
  if (!fs::is_directory(wild)) {
    GTEST_SKIP() << "there is no folder " << wild;
  }
  source::DiskFileReader reader;
  std::set<std::string> seen;
  size_t with_losses = 0;
  for (const fs::path& repository : DirectoriesIn(wild)) {
    for (const fs::path& directory : DirectoriesIn(repository)) {
      Compiled schema = Compile(reader, {(directory / "in" / "config").string()});
      if (!schema.ok || !seen.insert(schema.Dump()).second) {
        continue;
      }
      size_t losses = 0;
      const std::string back = ThereAndBack(schema, Language::kYtt, losses);
      with_losses += losses > 0 ? 1 : 0;
      EXPECT_EQ(WithoutFunctions(schema.Dump()), WithoutFunctions(back)) << directory;
    }
  }
  EXPECT_GE(seen.size(), 7u);
  RecordProperty("schemas", static_cast<int>(seen.size()));
  RecordProperty("with_losses", static_cast<int>(with_losses));
  std::fprintf(stderr, "%zu schemas of public repositories, %zu of them with losses\n", seen.size(),
               with_losses);
}

}  // namespace
}  // namespace kval
