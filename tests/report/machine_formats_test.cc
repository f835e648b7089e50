#include <gtest/gtest.h>

#include <string>

#include "src/report/report.h"
#include "src/report/text.h"
#include "tests/report/findings.h"

namespace kval::report {
namespace {

using diag::Kind;

TEST(Machines, InvalidBytesBecomeReplacementCharacters) {
  Scene scene;
  scene.File("a\xFF.yml", "a: \xFF\n");
  scene.Report(scene.At("a\xFF.yml", "\xFF"), Kind::kInvalidUtf8, "byte \xFF\x1B is odd").Emit();
  for (const Reporter& reporter : Reporters()) {
    const std::string out = scene.Print(reporter.name);
    EXPECT_EQ(out, ValidUtf8(out)) << reporter.name;
    EXPECT_EQ(out.find('\x1B'), std::string::npos) << reporter.name;
  }
}

TEST(Machines, ControlCharactersCannotEndACommand) {
  Scene scene;
  scene.File("a\n::b,c:d;e].yml", "a: 1\n");
  scene.Report(scene.At("a\n::b,c:d;e].yml", "1"), Kind::kTypeMismatch, "x\r\n::error::y").Emit();
  EXPECT_EQ(scene.Print("github"),
            "::error title=kval (KV301),file=a%0A%3A%3Ab%2Cc%3Ad;e].yml,line=1,endLine=1,col=4,endColumn=5::"
            "a%0A::b,c:d;e].yml:1:4: x\\r%0A::error::y\n");
  EXPECT_EQ(scene.Print("azure"),
            "##vso[task.logissue "
            "type=error;sourcepath=a%0A::b,c:d%3Be%5D.yml;linenumber=1;columnnumber=4;code=KV301;]"
            "x\\r%0A::error::y\n");
}

}  // namespace
}  // namespace kval::report
