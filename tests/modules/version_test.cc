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

}  // namespace
}  // namespace kval::modules
