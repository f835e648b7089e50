// Secrets that occur again on other lines: kval hides an equal string that is unmistakably a secret, but not
// an ordinary word.
#include <gtest/gtest.h>

#include <string>

#include "tests/redaction/scene.h"

namespace kval::redaction {
namespace {

std::string Print(const Scene& scene, const Reporter& reporter) {
  RenderOptions options;
  options.context_lines = 10;
  return scene.Print(reporter.name, options);
}

TEST(Secrets, RedactsEachLineOfASecret) {
  Scene scene;
  std::string text = "password: |\n";
  for (size_t i = 0; i < 500; ++i) {
    text += "  Zq7hunter" + std::to_string(i) + "\n";
  }
  scene.File("v.yml", text + "other: Zq7hunter450\n");
  scene
      .Report(scene.At("v.yml", "other"), diag::Kind::kTypeMismatch,
              "found `Zq7hunter450` and `Zq7hunter123`")
      .Emit();
  scene.File("w.yml", "pass: 'Zq7\"hun\\ter'\nother: 1\n");
  scene.Report(scene.At("w.yml", "1"), diag::Kind::kTypeMismatch, R"(found "Zq7\"hun\\ter")").Emit();
  for (const Reporter& reporter : Reporters()) {
    EXPECT_EQ(Print(scene, reporter).find("Zq7"), std::string::npos) << Print(scene, reporter);
  }
}

// An ordinary word is shown although it is also the value of a secret key.
TEST(Secrets, LeaveWordsInSources) {
  Scene scene;
  scene.File("v.yml", "auth: my-service\nname: my-service\npassword: postgres\nimage: postgres\n");
  scene.Report(scene.At("v.yml", "my-service", "name"), diag::Kind::kTypeMismatch, "odd").Emit();
  scene.Report(scene.At("v.yml", "postgres", "image"), diag::Kind::kTypeMismatch, "odd").Emit();
  const std::string out = scene.Print("full");
  EXPECT_NE(out.find("name: my-service"), std::string::npos) << out;
  EXPECT_NE(out.find("image: postgres"), std::string::npos) << out;
}

}  // namespace
}  // namespace kval::redaction
