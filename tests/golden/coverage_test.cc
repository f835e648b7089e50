// Every diagnostic kind, annotation and format occurs in testdata.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>

#include "annotations/annotation.h"
#include "src/diag/kind.h"
#include "src/diag/resource_rule.h"
#include "src/formats/format.h"
#include "tests/golden/case_run.h"

namespace kval::golden {
namespace {

namespace fs = std::filesystem;

// Returns the concatenation of all `expected` files, or of all other files of testdata.
std::string AllText(bool expected) {
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(KVAL_TESTDATA)) {
    if (entry.is_regular_file() && (entry.path().filename() == "expected") == expected) {
      all += ReadText(entry.path()) + "\n";
    }
  }
  return all;
}

TEST(Coverage, EveryDiagnosticKindOccursInTestdata) {
  const std::string all = AllText(true);
  for (const diag::KindEntry& entry : diag::AllKinds()) {
    if (entry.kind == diag::Kind::kLimitSize) {
      continue;  // needs an input of 32 MiB; tests/yaml covers it with a lower limit
    }
    EXPECT_NE(all.find(diag::CodeOf(entry.kind)), std::string::npos)
        << diag::CodeOf(entry.kind) << " " << entry.name << " is in no expected file";
  }
}

TEST(Coverage, EveryRuleOfTheApiServerOccursInTestdata) {
  const std::string all = AllText(true);
  for (const diag::ResourceRuleEntry& rule : diag::ResourceRules()) {
    if (rule.kind.kind == diag::ResourceRule(7290)) {
      continue;  // needs a kustomization with its own absolute path
    }
    const std::string code = diag::CodeOf(rule.kind.kind);
    EXPECT_NE(all.find("[" + code + "]"), std::string::npos)
        << code << " is in no finding: " << rule.kind.summary;
  }
}

TEST(Coverage, EveryAnnotationOccursInTestdata) {
  const std::string all = AllText(false);
  for (const annotations::Spec* spec : annotations::All()) {
    EXPECT_NE(all.find("@" + std::string(spec->name)), std::string::npos) << spec->name << " is in no input";
  }
}

TEST(Coverage, EveryFormatOccursInTestdata) {
  const std::string all = AllText(false);
  for (const formats::FormatEntry& entry : formats::Builtin()) {
    EXPECT_NE(all.find("format=\"" + std::string(entry.name) + "\""), std::string::npos)
        << entry.name << " is in no input";
  }
}

// A location line (`-->` primary, `:::` related) names one location: file, line and column.
TEST(Coverage, EveryHeadLineNamesOnePlace) {
  std::istringstream lines(AllText(true));
  size_t heads = 0;
  for (std::string line; std::getline(lines, line);) {
    const size_t begin = line.find_first_not_of(' ');
    const std::string head = begin == std::string::npos ? std::string() : line.substr(begin);
    if (!head.starts_with("-->") && !head.starts_with(":::")) {
      continue;
    }
    ++heads;
    static const std::regex kOnePlace("(-->|:::) .*[^:]:[0-9]+:[0-9]+");
    EXPECT_TRUE(std::regex_match(head, kOnePlace)) << line;
  }
  EXPECT_GT(heads, 1000U);
}

}  // namespace
}  // namespace kval::golden
