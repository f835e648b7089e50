#include "src/source/flag_sources.h"

#include <gtest/gtest.h>

namespace kval::source {
namespace {

TEST(FlagSources, DistinguishesFlags) {
  SourceMap sources;
  FlagSources flags;
  const SourceFile& first = flags.Add({"--set", {}}, "(set arg)", "a=1", sources);
  EXPECT_EQ(first.name(), "(set arg)");
  EXPECT_EQ(flags.AddPart({"--set", {}}, first.name(), "1", sources).name(), "(set arg)");
  EXPECT_EQ(flags.Add({"--set", {}}, "(set arg)", "a=2", sources).name(), "(set arg 2)");
  EXPECT_EQ(flags.Add({"--set-string", {}}, "(set-string arg)", "a=2", sources).name(), "(set-string arg)");
  const SourceFile& third = flags.Add({"--set", {}}, "(set arg)", "a=3", sources);
  EXPECT_EQ(third.name(), "(set arg 3)");
  ASSERT_NE(flags.Of(third), nullptr);
  EXPECT_EQ(flags.Of(third)->flag, "--set");
  EXPECT_EQ(flags.Of(sources.AddText("(set arg)", "")), nullptr);
}

}  // namespace
}  // namespace kval::source
