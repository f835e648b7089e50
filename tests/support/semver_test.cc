#include "src/support/semver.h"

#include <gtest/gtest.h>

#include <string_view>

namespace kval {
namespace {

TEST(CompareSemver, OrdersByPrecedence) {
  // The order of semver.org, section 11.
  constexpr std::string_view kAscending[] = {"0.9.10",
                                             "1.0.0-1",
                                             "1.0.0-2",
                                             "1.0.0-11",
                                             "1.0.0-alpha",
                                             "1.0.0-alpha.1",
                                             "1.0.0-alpha.beta",
                                             "1.0.0-beta.2",
                                             "1.0.0-beta.11",
                                             "1.0.0-rc.1",
                                             "1.0.0",
                                             "1.0.1",
                                             "1.10.0",
                                             "18446744073709551616.0.0"};
  for (size_t i = 0; i < std::size(kAscending); ++i) {
    for (size_t j = 0; j < std::size(kAscending); ++j) {
      const int order = CompareSemver(kAscending[i], kAscending[j]);
      EXPECT_EQ(order < 0, i < j) << kAscending[i] << " " << kAscending[j];
      EXPECT_EQ(order == 0, i == j) << kAscending[i] << " " << kAscending[j];
    }
  }
  EXPECT_EQ(CompareSemver("1.0.0+a", "1.0.0+b"), 0);
}

TEST(ComparePreReleases, AReleaseFollowsItsPreReleases) {
  EXPECT_LT(ComparePreReleases("rc.1", ""), 0);
  EXPECT_GT(ComparePreReleases("", "rc.1"), 0);
  EXPECT_EQ(ComparePreReleases("", ""), 0);
  EXPECT_LT(ComparePreReleases("rc", "rc.1"), 0);
}

}  // namespace
}  // namespace kval
