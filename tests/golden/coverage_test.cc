// Everything that kval can say and understands occurs in testdata.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "annotations/annotation.h"
#include "src/diag/kind.h"
#include "src/formats/format.h"
#include "tests/golden/case_run.h"

namespace kval::golden {
namespace {

namespace fs = std::filesystem;

// All expected files, or all other files of testdata, as one text.
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
      continue;  // needs an input of 32 MiB; tests/yaml has it with a lower limit
    }
    EXPECT_NE(all.find(diag::CodeOf(entry.kind)), std::string::npos)
        << diag::CodeOf(entry.kind) << " " << entry.name << " is in no expected file";
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
  for (const formats::Entry& entry : formats::Builtin()) {
    EXPECT_NE(all.find("format=\"" + std::string(entry.name) + "\""), std::string::npos)
        << entry.name << " is in no input";
  }
}

}  // namespace
}  // namespace kval::golden
