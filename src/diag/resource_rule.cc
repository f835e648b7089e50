#include "src/diag/resource_rule.h"

#include <algorithm>
#include <iterator>

namespace kval::diag {
namespace {

// Rules about parts of the input that are not checked.
constexpr uint16_t kNotes[] = {7295};

constexpr Severity SeverityOf(uint16_t number) {
  for (const uint16_t note : kNotes) {
    if (number == note) {
      return Severity::kNote;
    }
  }
  return Severity::kError;
}

constexpr ResourceRuleEntry kRules[] = {
#define KVAL_RESOURCE_RULE(number, versions, summary)                                                   \
  {{static_cast<Kind>(number), number, "resource", SeverityOf(number), Category::kKubernetes, summary}, \
   versions},
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

std::span<const ResourceRuleEntry> ResourceRules() {
  return kRules;
}

}  // namespace kval::diag
