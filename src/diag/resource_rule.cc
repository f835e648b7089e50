#include "src/diag/resource_rule.h"

#include <algorithm>
#include <iterator>

namespace kval::diag {
namespace {

using enum RuleTrait;

constexpr ResourceRuleEntry RuleOfServer(uint16_t number, std::string_view versions,
                                         std::string_view requirement, RuleTrait trait = kNone) {
  const Severity severity = trait == kNote ? Severity::kNote : Severity::kError;
  return {{static_cast<Kind>(number), number, "resource", severity, Category::kKubernetes, requirement},
          versions,
          trait};
}

constexpr ResourceRuleEntry kRules[] = {
#define KVAL_RESOURCE_RULE(...) RuleOfServer(__VA_ARGS__),
#include "src/diag/resource_rule.def"
#undef KVAL_RESOURCE_RULE
#define KVAL_BEST_PRACTICE(number, set, subject, kinds, each, requirement, ...)                    \
  {{static_cast<Kind>(number), number, "best-practice", Severity::kWarning, Category::kKubernetes, \
    requirement},                                                                                  \
   {}},
#include "src/diag/best_practice.def"
#undef KVAL_BEST_PRACTICE
#define KVAL_REFERENCE_RULE(number, summary)                                                            \
  {{static_cast<Kind>(number), number, "dangling-reference", Severity::kWarning, Category::kKubernetes, \
    summary},                                                                                           \
   {}},
#include "src/diag/reference_rule.def"
#undef KVAL_REFERENCE_RULE
};

constexpr bool IsAscending() {
  for (size_t i = 1; i < std::size(kRules); ++i) {
    if (kRules[i - 1].kind.number >= kRules[i].kind.number) {
      return false;
    }
  }
  return true;
}
static_assert(IsAscending(), "a table lists a number twice, or not in order");

}  // namespace

RuleTrait TraitOf(Kind kind) {
  const auto* const rule =
      std::lower_bound(std::begin(kRules), std::end(kRules), kind,
                       [](const ResourceRuleEntry& entry, Kind of) { return entry.kind.kind < of; });
  return IsResourceRule(kind) ? rule->trait : kNone;
}

std::span<const ResourceRuleEntry> ResourceRules() {
  return kRules;
}

}  // namespace kval::diag
