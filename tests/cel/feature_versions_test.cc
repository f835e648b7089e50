#include "src/lang/cel/feature_versions.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "src/lang/cel/program.h"

namespace kval::cel {
namespace {

// Returns the first Kubernetes minor version whose CEL environment accepts the expression; 0 if version 25
// does.
uint32_t Since(const std::string& text) {
  Environment environment;
  environment.Declare("m", environment.types().Map(&kStringType, &kIntType));
  environment.Declare("i", &kIntType);
  std::vector<ProgramError> errors;
  const std::optional<Program> program = Program::Compile(text, environment, {}, errors);
  EXPECT_TRUE(program.has_value()) << text << ": " << (errors.empty() ? "" : errors[0].message);
  uint32_t since = 0;
  for (uint32_t version = 25; program && version < 40; ++version) {
    since = program->NewerThan(version).empty() ? since : version + 1;
  }
  return since;
}

// Source: k8s.io/apiserver, pkg/cel/environment of each version.
TEST(CelIntroduced, EnvironmentsContainThePartsOfTheirVersion) {
  const struct {
    const char* text;
    uint32_t since;
  } cases[] = {
      {"quantity('1') == quantity('1')", 28},
      {"isQuantity('1')", 28},
      {"optional.of(1).hasValue()", 28},
      {"m.?a.hasValue()", 28},
      {"m[?'a'].hasValue()", 28},
      {"[?m.?a].size() > 0", 28},
      {"{?'a': m.?a}.size() > 0", 28},
      {"m.?a.optMap(x, x).hasValue()", 28},
      {"m.?a.orValue(1) == 1", 28},
      {"[1].first().hasValue()", 28},
      {"i < 2.5", 28},
      {"1u < 2.0", 28},
      {"sets.contains([1], [1])", 29},
      {"strings.quote('a') == ''", 29},
      {"'%s'.format(['a']) == 'a'", 29},
      {"ip('1.1.1.1').family() == 4", 30},
      {"ip.isCanonical('1.1.1.1')", 30},
      {"cidr('1.1.1.1/8').ip() == ip('1.0.0.0')", 30},
      {"isCIDR('a')", 30},
      {"format.dns1123Label().validate('a').hasValue()", 31},
      {"format.named('uuid').hasValue()", 31},
      {"[1].all(i, v, v == 1)", 32},
      {"[1].exists_one(i, v, v == 1)", 32},
      {"[1].transformList(i, v, v) == [1]", 32},
      {"m.transformMapEntry(i, v, {i: v}) == m", 32},
      {"semver('1.2.3').major() == 1", 33},
      {"isSemver('1', true)", 33},
      {"[[1]].flatten() == [1]", 34},
      {"[1].sortBy(x, x) == [1]", 34},
      {"lists.range(3) == [1]", 34},
      {"[1].reverse() == [1]", 34},
      {"[1].isSorted() && [1].sum() == 1 && url('https://a').getHost() == ''", 0},
      {"'a'.find('a') == '' && ['a'].join() == '' && [1].map(x, x > 0, x) == [1]", 0},
      {"m.all(k, k == 'a') && i < 2 && type(1) == int && 'a' in m", 0},
  };
  for (const auto& each : cases) {
    EXPECT_EQ(Since(each.text), each.since) << each.text;
  }
}

TEST(CelIntroduced, APartIsNamedOnce) {
  Environment environment;
  std::vector<ProgramError> errors;
  const auto program = Program::Compile("isIP('a') || isIP('b') || isCIDR('c')", environment, {}, errors);
  ASSERT_TRUE(program.has_value());
  EXPECT_EQ(program->NewerThan(29).size(), 2U);
}

}  // namespace
}  // namespace kval::cel
