// Formats that Go programs define: compares kval with the recorded results of those programs
// (go_verdicts.tsv).
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

#include "src/formats/format.h"

namespace kval::formats {
namespace {

std::string FromHexadecimal(const std::string& digits) {
  std::string text;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    text += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  }
  return text;
}

TEST(GoVerdicts, AreKvalsToo) {
  std::ifstream file(KVAL_GO_VERDICTS);
  ASSERT_TRUE(file) << KVAL_GO_VERDICTS;
  std::map<std::string, int> valid;
  std::map<std::string, int> invalid;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) {
      continue;
    }
    const size_t first = line.find('\t');
    const size_t second = line.find('\t', first + 1);
    const size_t third = line.find('\t', second + 1);
    ASSERT_NE(third, std::string::npos) << line;
    const FormatDialect dialect = line.starts_with("k8s") ? FormatDialect::kKubernetes : FormatDialect::kKval;
    const std::string name = line.substr(first + 1, second - first - 1);
    const bool expected = line[second + 1] == '1';
    const std::string text = FromHexadecimal(line.substr(third + 1));
    const FormatEntry* format = Find(name, dialect);
    ASSERT_NE(format, nullptr) << name;
    std::string why;
    EXPECT_EQ(format->check(text, &why), expected) << name << " `" << text << "` " << why;
    ++(expected ? valid : invalid)[line.substr(0, second)];
  }
  EXPECT_GE(valid.size(), 25u);
  EXPECT_GE(valid["kval\tduration"], 14);
  EXPECT_GE(invalid["kval\timage-reference"], 20);
}

}  // namespace
}  // namespace kval::formats
