#include "schemas/crd/rules/rule_costs.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "src/lang/cel/size_range.h"

namespace kval::schemas::crd::rules {
namespace {

constexpr size_t kMostShown = 4;

constexpr diag::Def<std::string> kTooMuch{
    diag::Kind::kCelError,
    "the estimated cost of the expression is {} the limit of the API server, which rejects the definition"};
constexpr diag::Def<std::string> kTooMuchOfAll{diag::Kind::kCelError,
                                               "the total estimated cost of the rules of this schema is {} "
                                               "the limit of the API server, which rejects the definition"};
constexpr std::string_view kHint =
    "add `maxItems`, `maxProperties` and `maxLength` to the lists, maps and strings of the schema, or "
    "simplify the rule";

// "more than 100 times"
std::string Times(uint64_t cost, uint64_t most) {
  const double times = static_cast<double>(cost) / static_cast<double>(most);
  if (times > 100) {
    return "more than 100 times";
  }
  char text[32];
  std::snprintf(text, sizeof(text), times < 1.5 ? "%.3f times" : "%.1f times", times);
  return text;
}

}  // namespace

void RuleCosts::Add(const value::Value& expression, diag::Path path, uint64_t cost) {
  if (cost > kMostCostOfExpression) {
    emit_.Report(expression.span, kTooMuch, Times(cost, kMostCostOfExpression))
        .At(std::move(path))
        .Hint(std::string(kHint))
        .Emit();
    return;
  }
  total_ = cel::CappedSum(total_, cost);
  if (cost >= kMostCostOfSchema / 100) {
    costs_.push_back({&expression, std::move(path), cost});
  }
}

void RuleCosts::Finish() {
  if (total_ <= kMostCostOfSchema || costs_.empty()) {
    return;
  }
  std::stable_sort(costs_.begin(), costs_.end(),
                   [](const ExpressionCost& a, const ExpressionCost& b) { return a.cost > b.cost; });
  diag::DiagnosticBuilder said =
      emit_.Report(costs_[0].expression->span, kTooMuchOfAll, Times(total_, kMostCostOfSchema));
  said.At(costs_[0].path).Label("this one most");
  for (size_t i = 1; i < std::min(costs_.size(), kMostShown); ++i) {
    said.Related(costs_[i].expression->span, "and this one");
  }
  said.Hint(std::string(kHint)).Emit();
}

}  // namespace kval::schemas::crd::rules
