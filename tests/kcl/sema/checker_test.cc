#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/kcl/sema/analyzing.h"

// Programs and their expected diagnostics: testdata/*.txt. Each case is a line `### name`, a program, and the
// expected lines.
namespace kval::kcl::testing {
namespace {

struct Case {
  std::string name;
  std::string text;
  std::string expected;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

std::vector<Case> ReadCases(const std::string& file) {
  source::DiskFileReader reader;
  const Result<std::string> text = reader.Read(std::string(KVAL_TESTDATA) + "/" + file);
  std::vector<Case> cases;
  for (size_t begin = 0; text.ok() && begin < text->size();) {
    const size_t end = text->find('\n', begin);
    const std::string line = text->substr(begin, end - begin);
    begin = end == std::string::npos ? text->size() : end + 1;
    if (line.starts_with("### ")) {
      cases.push_back({line.substr(4), {}, {}});
    } else if (!cases.empty()) {
      (line.starts_with("=> ") ? cases.back().expected : cases.back().text) += line + "\n";
    }
  }
  return cases;
}

class CheckerTest : public ::testing::TestWithParam<Case> {};

TEST_P(CheckerTest, Findings) {
  EXPECT_EQ(AnalyzeText(GetParam().text)->Report(), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(Types, CheckerTest, ::testing::ValuesIn(ReadCases("types.txt")));
INSTANTIATE_TEST_SUITE_P(Names, CheckerTest, ::testing::ValuesIn(ReadCases("names.txt")));

TEST(CheckerTest, SyntaxAndTypeErrorsAreReportedTogether) {
  EXPECT_EQ(AnalyzeText("a = *\nb: int = \"s\"\nc = d\n")->Report(),
            "=> 1:5 InvalidSyntax: expected an expression, got `*`\n"
            "=> 2:10 TypeError: expected int, got str(s)\n"
            "=>   2:4 the type is declared here\n"
            "=> 3:5 CompileError: name 'd' is not defined\n");
}

TEST(CheckerTest, InvalidTypesAreNotReportedAgain) {
  EXPECT_EQ(AnalyzeText("a = nope\nb: int = a\nc = a.x + a(1)[0] + \"s\"\n")->Report(),
            "=> 1:5 CompileError: name 'nope' is not defined\n");
}

TEST(CheckerTest, UnionsOfUnionsHaveALimitThatIsReportedOnce) {
  std::string text = "type T0 = 'a' | 'b'\n";
  for (int i = 0; i < 3500; ++i) {
    text +=
        "type T" + std::to_string(i + 1) + " = T" + std::to_string(i) + " | 'v" + std::to_string(i) + "'\n";
  }
  const std::string report = AnalyzeText(text)->Report();
  EXPECT_NE(report.find("the unions of the program have more than 5000000 members in all\n"),
            std::string::npos);
  EXPECT_EQ(report.find("=> ", 1), std::string::npos) << report;
}

}  // namespace
}  // namespace kval::kcl::testing
