#include "src/diag/best_practice.h"

#include <algorithm>

namespace kval::diag {
namespace {

constexpr BestPractice kPractices[] = {
#define KVAL_BEST_PRACTICE(number, set, subject, kinds, each, requirement, finding, expression, place, hint, \
                           source)                                                                           \
  {number,                                                                                                   \
   PracticeSet::set,                                                                                         \
   PracticeSubject::subject,                                                                                 \
   kinds,                                                                                                    \
   each,                                                                                                     \
   requirement,                                                                                              \
   finding,                                                                                                  \
   expression,                                                                                               \
   place,                                                                                                    \
   hint,                                                                                                     \
   source},
#include "src/diag/best_practice.def"
#undef KVAL_BEST_PRACTICE
};

}  // namespace

std::span<const BestPractice> BestPractices() {
  return kPractices;
}

const BestPractice* FindBestPractice(Kind kind) {
  const auto* found = std::find_if(std::begin(kPractices), std::end(kPractices),
                                   [kind](const BestPractice& practice) { return practice.kind() == kind; });
  return found == std::end(kPractices) ? nullptr : found;
}

}  // namespace kval::diag
