#include "src/report/fingerprint.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/report/findings.h"

namespace kval::report {
namespace {

using diag::Kind;

std::vector<std::string> FingerprintsOf(const Scene& scene) {
  return Fingerprints({scene.sources(), scene.diagnostics()}, {});
}

TEST(Fingerprints, SurviveEditsElsewhereInTheFile) {
  std::vector<std::string> first;
  for (const std::string_view before : {"", "# a comment\n\n"}) {
    Scene scene;
    scene.File("a.yml", std::string(before) + "a: x\n");
    scene.Report(scene.At("a.yml", "x"), Kind::kTypeMismatch, "odd").At(Keys({"a"})).Emit();
    first.push_back(FingerprintsOf(scene).front());
  }
  EXPECT_EQ(first[0], first[1]);
  EXPECT_EQ(first[0].size(), 64U);
}

TEST(Fingerprints, DistinguishEqualFindings) {
  Scene scene;
  scene.File("a.yml", "a: x\nb: x\n");
  scene.Report(scene.At("a.yml", "x"), Kind::kTypeMismatch, "odd").Emit();
  scene.Report(scene.At("a.yml", "x", "b"), Kind::kTypeMismatch, "odd").Emit();
  const std::vector<std::string> both = FingerprintsOf(scene);
  EXPECT_NE(both[0], both[1]);
}

}  // namespace
}  // namespace kval::report
