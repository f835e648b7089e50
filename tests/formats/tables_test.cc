// Checks formats against tables of strings, each with the section of the specification that decides
// (tables.txt).
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <string>

#include "src/formats/format.h"

namespace kval::formats {
namespace {

// Returns the string of a line, without its sign and with escapes decoded.
std::string TextOf(const std::string& line) {
  std::string text;
  for (size_t i = 1; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size()) {
      text += line[i];
      continue;
    }
    const char c = line[++i];
    text += c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
  }
  return text;
}

TEST(Tables, FormatsDecideAsTheirParagraphs) {
  std::ifstream file(KVAL_FORMAT_TABLES);
  ASSERT_TRUE(file) << KVAL_FORMAT_TABLES;
  std::map<std::string, std::set<std::string>> valid;
  std::map<std::string, std::set<std::string>> invalid;
  std::string name;
  std::string paragraph;
  const FormatEntry* format = nullptr;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('[')) {
      name = line.substr(1, line.size() - 2);
      format = Find(name);
      ASSERT_NE(format, nullptr) << name;
    } else if (line.starts_with('#')) {
      paragraph = line.substr(1);
    } else if (line.starts_with('+') || line.starts_with('-')) {
      const bool expected = line[0] == '+';
      const std::string text = TextOf(line);
      std::string why;
      EXPECT_EQ(format->check(text, &why), expected)
          << name << " `" << text << "` by" << paragraph << ": " << why;
      (expected ? valid : invalid)[name].insert(text);
    }
  }
  constexpr size_t kLeast = 20;
  for (const FormatEntry& entry : Builtin()) {
    const std::string known(entry.name);
    EXPECT_GE(valid[known].size(), kLeast) << known;
    // `binary` and `password` accept any string.
    if (entry.check != Find("binary")->check) {
      EXPECT_GE(invalid[known].size(), kLeast) << known;
    }
  }
}

}  // namespace
}  // namespace kval::formats
