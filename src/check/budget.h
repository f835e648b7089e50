#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/types/model.h"

namespace kval::check {

// The step budget for validating one document. When it is exhausted, the rest passes silently and IsExhausted
// is true. Periodically polls the host for cancellation (PollHost).
class Budget {
 public:
  // The work of a document's check (steps: a value met, a rule asked, a name compared).
  static constexpr uint64_t kDefaultSteps = 100'000'000;

  explicit Budget(uint64_t steps) : limit_(steps), left_(steps) { TakeSlice(); }
  // Returns a separate budget with the remaining steps of this one.
  Budget Remaining() const;

  // Uses steps. Returns false if too few are left; the budget is then exhausted.
  bool Spend(uint64_t steps = 1) {
    if (steps <= slice_) {
      slice_ -= steps;
      return true;
    }
    return SpendMore(steps);
  }
  bool IsExhausted() const { return is_exhausted_; }
  // Marks the budget exhausted because `field`'s default is infinitely recursive.
  void SetInfiniteDefault(const types::Field& field);
  // Returns the field whose default is infinitely recursive; null if there is none.
  const types::Field* infinite_default() const { return endless_; }
  // Throws BudgetExhausted if the budget is exhausted. For work without a document to report it at.
  void ThrowIfExhausted() const;
  uint64_t steps_spent() const { return limit_ - left_ - slice_; }
  uint64_t step_limit() const { return limit_; }

  // Suggestions compare an undeclared name with all declared ones: at most this many comparisons per
  // document. Returns false once exhausted; then there are no suggestions.
  static constexpr size_t kNamesCompared = 200'000;
  bool CanCompareNames(size_t names) {
    const bool may = names_left_ > 0;
    names_left_ -= std::min(names_left_, names);
    return may;
  }

  // The same limit for suggestions of enumerated values.
  static constexpr size_t kMembersCompared = 2'000'000;
  bool CanCompareMembers(size_t members) {
    const bool may = members_left_ > 0;
    members_left_ -= std::min(members_left_, members);
    return may;
  }

 private:
  void TakeSlice();
  bool SpendMore(uint64_t steps);

  uint64_t limit_;
  uint64_t left_;       // without the slice
  uint64_t slice_ = 0;  // then the host is polled
  const types::Field* endless_ = nullptr;
  size_t names_left_ = kNamesCompared;
  size_t members_left_ = kMembersCompared;
  bool is_exhausted_ = false;
};

}  // namespace kval::check
