#include "src/helm/version_range.h"

#include <gtest/gtest.h>

namespace kval::helm {
namespace {

TEST(VersionRangeTest, VersionsAreReadLeniently) {
  for (const char* version : {"1.2.3", "v1", "1.2", "01.02.3", "1.0.0-rc.1+build.5", "1.2.3-0a"}) {
    EXPECT_TRUE(IsVersion(version)) << version;
  }
  for (const char* version : {"", "x", "1.2.3.4", "1.2.3-", "1.2.3-01", "1..2", " 1.2.3"}) {
    EXPECT_FALSE(IsVersion(version)) << version;
  }
}

TEST(VersionRangeTest, RangesHoldAsTheyDoForHelm) {
  const struct {
    const char* range;
    const char* version;
    bool holds;
  } kCases[] = {
      {"1.2.3", "1.2.3", true},
      {"1.2.3", "1.2.4", false},
      {"1.2", "1.2.9", true},
      {"1.x", "1.9.0", true},
      {"*", "3.0.0", true},
      {"*", "3.0.0-rc1", false},
      {"*-0", "3.0.0-rc1", true},
      {"^1.2", "1.9.0", true},
      {"^1.2", "2.0.0", false},
      {"^0.2.3", "0.2.9", true},
      {"^0.2.3", "0.3.0", false},
      {"~1.2.3", "1.2.9", true},
      {"~1.2.3", "1.3.0", false},
      {">=1.0.0 <2.0.0", "1.5.0", true},
      {">=1.0.0, <2.0.0", "2.0.0", false},
      {"1.0 - 2.0", "1.5.0", true},
      {"1.0.0 - 2.0.0", "2.0.1", false},
      {"1.0.0 || 3.x", "3.4.5", true},
      {"!=1.0.0", "1.0.1", true},
      {">1", "1.5.0", false},
      {">1", "2.0.0", true},
      {"<=1", "1.9.9", true},
      {"", "1.0.0", false},
      {"latest", "1.0.0", false},
      {">=1.0.0-0", "1.0.0-beta", true},
      {"1.0.0-alpha", "1.0.0-alpha", true},
      {">=1.0.0-alpha.2", "1.0.0-alpha.10", true},
  };
  for (const auto& one : kCases) {
    EXPECT_EQ(IsInRange(one.range, one.version), one.holds) << one.range << " " << one.version;
  }
}

}  // namespace
}  // namespace kval::helm
