#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/types/model.h"

namespace kval::check {

// The work that judging one document may cost, in steps. When it is used up, everything that is left passes
// in silence and IsExhausted says so. Now and then it asks the host whether to go on (PollHost).
class Budget {
 public:
  // The work of a document's check (steps: a value met, a rule asked, a name compared).
  static constexpr uint64_t kDefaultSteps = 100'000'000;

  explicit Budget(uint64_t steps) : limit_(steps), left_(steps) { TakeSlice(); }
  // One of its own with what is left of this one.
  Budget Rest() const;

  // False when the budget does not allow it; then it is used up.
  bool Spend(uint64_t steps = 1) {
    if (steps <= slice_) {
      slice_ -= steps;
      return true;
    }
    return SpendMore(steps);
  }
  bool IsExhausted() const { return is_exhausted_; }
  // What is left is not done, for a default of this field would never be made to its end: IsExhausted says
  // so.
  void SetEndless(const types::Field& field);
  // That field; null where nothing of the kind was met.
  const types::Field* endless() const { return endless_; }
  // For work that has no document to report it at: throws WorkExhausted when the budget is used up.
  void NeedBudget() const;
  uint64_t steps_spent() const { return limit_ - left_ - slice_; }
  uint64_t step_limit() const { return limit_; }

  // Which declared name was meant by one that is not is found by comparing it with all of them: so many a
  // document. False when that is used up; then nothing is suggested.
  static constexpr size_t kNamesCompared = 200'000;
  bool MayCompareNames(size_t names) {
    const bool may = names_left_ > 0;
    names_left_ -= std::min(names_left_, names);
    return may;
  }

  // The same for a value that is none of those which are listed.
  static constexpr size_t kMembersCompared = 2'000'000;
  bool MayCompareMembers(size_t members) {
    const bool may = members_left_ > 0;
    members_left_ -= std::min(members_left_, members);
    return may;
  }

 private:
  void TakeSlice();
  bool SpendMore(uint64_t steps);

  uint64_t limit_;
  uint64_t left_;       // without the slice
  uint64_t slice_ = 0;  // at its end a host is asked whether to go on
  const types::Field* endless_ = nullptr;
  size_t names_left_ = kNamesCompared;
  size_t members_left_ = kMembersCompared;
  bool is_exhausted_ = false;
};

}  // namespace kval::check
