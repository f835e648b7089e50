// Runs every case of testdata. KVAL_UPDATE=1 rewrites the expected files.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string_view>

#include "tests/golden/case_run.h"

namespace kval::golden {
namespace {

class GoldenTest : public testing::Test {
 public:
  explicit GoldenTest(Case which) : case_(std::move(which)) {}

  void TestBody() override {
    ASSERT_EQ(::access(KVAL_PROGRAM, X_OK), 0) << "there is no " << KVAL_PROGRAM << ": build `kval` first";
    const std::string actual = RunCase(KVAL_PROGRAM, case_);
    ASSERT_FALSE(actual.starts_with("exit 127")) << "the program did not start";
    const std::filesystem::path expected = case_.directory / "expected";
    const char* update = std::getenv("KVAL_UPDATE");
    if (update != nullptr && std::string_view(update) == "1") {
      std::ofstream(expected, std::ios::binary) << actual;
    }
    EXPECT_EQ(ReadText(expected), actual) << "KVAL_UPDATE=1 rewrites " << expected;
    // The case's name has the prefix `fail_` if and only if the exit code is not 0.
    const bool named_fail = case_.directory.filename().string().starts_with("fail_");
    EXPECT_EQ(named_fail, !actual.starts_with("exit 0\n")) << case_.name;
  }

 private:
  Case case_;
};

}  // namespace
}  // namespace kval::golden

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (const kval::golden::Case& which : kval::golden::FindCases(KVAL_TESTDATA)) {
    testing::RegisterTest("Golden", which.name.c_str(), nullptr, nullptr, __FILE__, __LINE__,
                          [which] { return new kval::golden::GoldenTest(which); });
  }
  return RUN_ALL_TESTS();
}
