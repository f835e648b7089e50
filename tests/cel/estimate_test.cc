#include "src/lang/cel/estimate.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "src/lang/cel/program.h"

namespace kval::cel {
namespace {

// Maximum sizes by path below the variable; the steps are separated by spaces.
class Sizes final : public SizeSource {
 public:
  std::map<std::string, uint64_t> most;

  std::optional<SizeRange> Of(std::span<const std::string_view> path) const override {
    std::string text;
    for (const std::string_view step : path.subspan(1)) {
      text.append(text.empty() ? "" : " ").append(step);
    }
    const auto found = most.find(text);
    return found == most.end() ? std::nullopt : std::optional(SizeRange{0, found->second});
  }
};

// Returns the estimated cost of an expression with the variables `text` (string) and `list` (list of
// strings).
uint64_t CostOf(const std::string& text, const std::map<std::string, uint64_t>& most = {}) {
  Environment environment;
  environment.Declare("text", &kStringType);
  environment.Declare("list", environment.types().List(&kStringType));
  std::vector<ProgramError> errors;
  const auto program = Program::Compile(text, environment, {}, errors);
  EXPECT_TRUE(program) << text << ": " << (errors.empty() ? "" : errors[0].message);
  Sizes sizes;
  sizes.most = most;
  return program ? program->EstimatedCost(sizes) : 0;
}

TEST(Estimate, OfStrings) {
  EXPECT_EQ(CostOf("true"), 0);
  EXPECT_EQ(CostOf("1 + 2 == 3"), 2);
  // The cost of a comparison depends on the shorter string: 1 per 10 characters.
  EXPECT_EQ(CostOf("text == 'twelve chars'", {{"", 64}}), 3);
  EXPECT_EQ(CostOf("text.startsWith('twelve chars')", {{"", 64}}), 3);
  EXPECT_EQ(CostOf("text.contains('twelve chars')", {{"", 64}}), 1 + 7 * 2);
  EXPECT_EQ(CostOf("text.matches('[a-z]+[0-9]*')", {{"", 64}}), 1 + 7 * 3);
  EXPECT_EQ(CostOf("text + text == text", {{"", 64}}), 1 + 1 + 13 + 1 + 7);
  EXPECT_EQ(CostOf("dyn(text) == text", {{"", 64}}), 1 + 1 + 1 + 7);
  EXPECT_EQ(CostOf("text.matches(text)"), kUnbounded);
}

TEST(Estimate, OfLoops) {
  const std::map<std::string, uint64_t> ten = {{"", 10}, {"@items", 30}};
  // Start, 10 iterations of the condition (2), accumulator (1), item (1) and comparison (1), and the result.
  EXPECT_EQ(CostOf("list.all(x, x == 'abc')", ten), 1 + 10 * 5 + 1);
  EXPECT_EQ(CostOf("list.all(x, list.all(y, x == y))", ten), 1 + 10 * (3 + 1 + 10 * (3 + 2 + 3) + 1) + 1);
  EXPECT_EQ(CostOf("'a' in list", ten), 1 + 10);
  EXPECT_EQ(CostOf("list[0] == 'abc'", ten), 1 + 1 + 1);
  EXPECT_EQ(CostOf("list.all(x, true)"), kUnbounded);
  EXPECT_EQ(CostOf("list.join(',') == ''", ten), 1 + 31);
  // Items of a list literal have the estimated size of the root variable.
  EXPECT_EQ(CostOf("['a', 'b'].exists(x, x == text)", {{"", 5}}), 10 + 2 * (3 + 1 + 3) + 1);
  EXPECT_EQ(CostOf("['a', 'b'].exists(x, x == text)", {{"", 500}}), 10 + 2 * (3 + 1 + 52) + 1);
}

TEST(Estimate, SelectedBranchesCountAndPresenceTestsDoNot) {
  EXPECT_EQ(CostOf("true ? text == 'abc' : true", {{"", 5}}), 2);
  EXPECT_EQ(CostOf("false || text == 'abc'", {{"", 5}}), 2);
  EXPECT_EQ(CostOf("has({'a': 1}.a)"), 30);
  EXPECT_EQ(CostOf("optional.of(text).optMap(x, true).orValue(false)"), 3 + (1 + 10 + 3) + 1);
}

TEST(Estimate, OfLibraries) {
  const std::map<std::string, uint64_t> ten = {{"", 10}, {"@items", 30}};
  EXPECT_EQ(CostOf("list.isSorted()", ten), 1 + 10 * (1 + 3));
  EXPECT_EQ(CostOf("sets.contains(list, ['a', 'b'])", ten), 1 + 10 + 20 + 1);
  EXPECT_EQ(CostOf("text.split(',', 2).all(x, true)", {{"", 100}}), 1 + 20 + 2 * 3 + 1);
  EXPECT_EQ(CostOf("isIP(text)", {{"", 45}}), 1 + 5);
  EXPECT_EQ(CostOf("quantity(text).isLessThan(quantity('1'))", {{"", 45}}), 1 + 5 + 1 + 1);
  EXPECT_EQ(CostOf("text.replace('a', 'bcd') == text.replace('a', '')", {{"", 100}}), 2 * (1 + 20) + 10);
}

}  // namespace
}  // namespace kval::cel
