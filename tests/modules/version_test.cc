#include "src/modules/semver.h"
#include "tests/modules/fixture.h"

namespace kval::modules {
namespace {

TEST(Version, require_at_least) {
  Check({{"version.require_at_least('0.0.0')", "None"},
         {"version.require_at_least('0.52.1')", "None"},
         {"version.require_at_least('0.52.2')",
          "error: version.require_at_least: ytt version '0.52.1' does not meet the minimum required version "
          "'0.52.2'"},
         {"version.require_at_least('0.52.1-rc.1')", "None"},
         {"version.require_at_least('1000000.0.0')",
          "error: version.require_at_least: ytt version '0.52.1' does not meet the minimum required version "
          "'1000000.0.0'"},
         {"version.require_at_least('v1')",
          "error: version.require_at_least: version string 'v1' must be a valid semver"},
         {"version.require_at_least(1)", "error: version.require_at_least: expected a string, but was int"}});
}

TEST(Semver, precedence) {
  // In ascending order (Semantic Versioning 2.0.0, section 11).
  const std::string_view versions[] = {"0.9.9",
                                       "1.0.0-1",
                                       "1.0.0-alpha",
                                       "1.0.0-alpha.1",
                                       "1.0.0-beta.2",
                                       "1.0.0-beta.11",
                                       "1.0.0-rc.1",
                                       "1.0.0",
                                       "1.0.1",
                                       "1.10.0",
                                       "99999999999999999999.0.0"};
  for (size_t a = 0; a < std::size(versions); ++a) {
    for (size_t b = 0; b < std::size(versions); ++b) {
      const int order = CompareSemver(versions[a], versions[b]);
      EXPECT_EQ(a < b, order < 0) << versions[a] << " " << versions[b];
      EXPECT_EQ(a == b, order == 0) << versions[a] << " " << versions[b];
    }
  }
  EXPECT_EQ(CompareSemver("1.0.0+a", "1.0.0+b"), 0);
}

}  // namespace
}  // namespace kval::modules
