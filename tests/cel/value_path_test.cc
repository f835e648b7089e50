#include "src/lang/cel/value_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kval::cel {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ValuePath, Grows) {
  EXPECT_THAT(ValuePath().steps(), IsEmpty());
  EXPECT_THAT(ValuePath().Then("@items").steps(), ElementsAre("@items"));
  const ValuePath self("self");
  EXPECT_THAT(self.Then("a").Then("b").steps(), ElementsAre("self", "a", "b"));
  EXPECT_THAT(self.steps(), ElementsAre("self"));
}

// A Go slice of three steps has capacity for a fourth. All paths that append to it share and overwrite that
// element.
TEST(ValuePath, WritesWhereAnotherWrote) {
  const ValuePath item = ValuePath("self").Then("list").Then("@items");
  const ValuePath first = item.Then("a");
  EXPECT_THAT(first.steps(), ElementsAre("self", "list", "@items", "a"));
  const ValuePath second = item.Then("b");
  EXPECT_THAT(first.steps(), ElementsAre("self", "list", "@items", "b"));
  EXPECT_THAT(item.Apart("c").steps(), ElementsAre("self", "list", "@items", "c"));
  EXPECT_THAT(second.steps(), ElementsAre("self", "list", "@items", "b"));
}

}  // namespace
}  // namespace kval::cel
