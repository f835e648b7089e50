#include <gtest/gtest.h>

#include "tests/report/findings.h"

namespace kval::report {
namespace {

using diag::Kind;

TEST(LineFormats, AreOneLineForEachFinding) {
  Scene scene;
  scene.File("a.yml", "a: x\nlonger: y\n").File("b.yml", "c: z\n");
  scene.Report(scene.At("a.yml", "x"), Kind::kTypeMismatch, "odd\nthing").At(Keys({"a"})).Emit();
  scene.Report(scene.At("b.yml", "z"), Kind::kDeprecated, "old").Emit();
  scene.Report(scene.At("a.yml", "y"), Kind::kDeprecated, "old").At(Keys({"longer"})).Emit();
  scene.Report({}, Kind::kUnreadable, "cannot read `c.yml`").Emit();
  EXPECT_EQ(scene.Print("concise"),
            "a.yml:1:4: error[KV301] a: odd\\nthing\n"
            "b.yml:1:4: warning[KV310] old\n"
            "a.yml:2:9: warning[KV310] longer: old\n"
            "error[KV001] cannot read `c.yml`\n");
  EXPECT_EQ(scene.Print("grouped"),
            "a.yml\n"
            "  1:4  error[KV301]    a: odd\\nthing\n"
            "  2:9  warning[KV310]  longer: old\n"
            "\n"
            "b.yml\n"
            "  1:4  warning[KV310]  old\n"
            "\n"
            "  error[KV001]  cannot read `c.yml`\n"
            "\n");
}

}  // namespace
}  // namespace kval::report
