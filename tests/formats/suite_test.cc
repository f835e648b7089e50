// The official JSON Schema test suite, tests/<draft>/optional/format: every string in it.
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "src/formats/format.h"

namespace kval::formats {
namespace {

namespace fs = std::filesystem;

struct Draft {
  const char* directory;
  FormatDialect dialect;
};
constexpr Draft kDrafts[] = {{"draft4", FormatDialect::kDraft4},
                             {"draft6", FormatDialect::kDraft6},
                             {"draft7", FormatDialect::kDraft7},
                             {"draft2019-09", FormatDialect::kDraft201909},
                             {"draft2020-12", FormatDialect::kDraft202012}};

std::string ReadText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Checks the strings of one group. Returns their number.
int CheckGroup(const rapidjson::Value& group, FormatDialect dialect, const std::string& where) {
  const rapidjson::Value& schema = group["schema"];
  if (!schema.IsObject() || !schema.HasMember("format")) {
    return 0;
  }
  const FormatEntry* format = Find(schema["format"].GetString(), dialect);
  int count = 0;
  for (const rapidjson::Value& test : group["tests"].GetArray()) {
    const rapidjson::Value& data = test["data"];
    if (!data.IsString()) {
      continue;
    }
    ++count;
    const std::string text(data.GetString(), data.GetStringLength());
    std::string why;
    const bool valid = format == nullptr || format->check(text, &why);
    EXPECT_EQ(valid, test["valid"].GetBool())
        << where << ": " << test["description"].GetString() << ": `" << text << "` " << why;
  }
  return count;
}

TEST(Suite, AgreesWithTheSuiteOnEveryString) {
  const fs::path root = fs::path(KVAL_CONFORMANCE) / "json-schema" / "tests";
  if (!fs::exists(root)) {
    GTEST_SKIP() << root << " is not there";
  }
  for (const Draft& draft : kDrafts) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(root / draft.directory / "optional" / "format")) {
      files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    int count = 0;
    for (const fs::path& file : files) {
      rapidjson::Document document;
      document.Parse(ReadText(file).c_str());
      ASSERT_FALSE(document.HasParseError()) << file;
      for (const rapidjson::Value& group : document.GetArray()) {
        count += CheckGroup(group, draft.dialect, file.string());
      }
    }
    EXPECT_GT(count, 100) << draft.directory;
    RecordProperty(draft.directory, count);
  }
}

}  // namespace
}  // namespace kval::formats
