#include <gmock/gmock.h>

#include "tests/source/disk_file_reader_fixture.h"

namespace kval::source {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST_F(DiskFileReaderTest, ReadsFilesBelowARoot) {
  EXPECT_EQ(Found("sub/a.yml"), "a: 1\n");
  EXPECT_EQ(Found("sub/../z.yml"), "z: 1\n");
  EXPECT_EQ(WhyNot("../outer/secret.yml"), FailureKind::kLeavesRoot);
  EXPECT_EQ(WhyNot("sub/../../outer/secret.yml"), FailureKind::kLeavesRoot);
  EXPECT_FALSE(DiskFileReader().ReadBelow(Path("root"), Path("root/missing.yml")).ok());
  EXPECT_EQ(*DiskFileReader().Read(Path("outer/secret.yml")), "s: 1\n");
}

TEST_F(DiskFileReaderTest, WalksADirectory) {
  Write("root/sub/\xC3\xBC.yml", "u: 1\n");
  const Tree tree = DiskFileReader().Walk(Path("root"));
  EXPECT_THAT(tree.files, ElementsAre("sub/a.yml", "sub/\xC3\xBC.yml", "z.yml"));
  EXPECT_THAT(tree.failures, IsEmpty());
}

TEST_F(DiskFileReaderTest, AWalkKeepsToItsLimits) {
  Limits limits;
  limits.directory_depth = 0;
  Tree tree = DiskFileReader(limits).Walk(Path("root"));
  EXPECT_THAT(tree.files, ElementsAre("z.yml"));
  ASSERT_EQ(tree.failures.size(), 1U);
  EXPECT_EQ(tree.failures[0].kind, FailureKind::kTooDeep);
  limits = Limits();
  limits.files = 1;
  tree = DiskFileReader(limits).Walk(Path("root"));
  EXPECT_EQ(tree.files.size(), 1U);
  ASSERT_EQ(tree.failures.size(), 1U);
  EXPECT_EQ(tree.failures[0].kind, FailureKind::kTooLarge);
}

}  // namespace
}  // namespace kval::source
