#include "src/check/budget.h"

#include "src/support/budget_exhausted.h"
#include "src/support/hosted_call.h"
#include "src/value/compare.h"

namespace kval::check {
namespace {

constexpr uint64_t kSlice = 4096;  // steps

}  // namespace

Budget Budget::Remaining() const {
  Budget rest(left_ + slice_);
  rest.names_left_ = names_left_;
  rest.members_left_ = members_left_;
  rest.is_exhausted_ = is_exhausted_;
  return rest;
}

void Budget::TakeSlice() {
  const uint64_t size = std::min(left_, kSlice);
  slice_ += size;
  left_ -= size;
}

bool Budget::SpendMore(uint64_t steps) {
  PollHost();
  if (steps <= slice_ + left_) {
    left_ = slice_ + left_ - steps;
    slice_ = 0;
    TakeSlice();
    return true;
  }
  left_ = slice_ = 0;
  is_exhausted_ = true;
  return false;
}

void Budget::SetInfiniteDefault(const types::Field& field) {
  left_ = slice_ = 0;
  is_exhausted_ = true;
  endless_ = &field;
}

void Budget::ThrowIfExhausted() const {
  if (is_exhausted_) {
    throw endless_ == nullptr ? BudgetExhausted() : BudgetExhausted(value::PlainText(*endless_->key));
  }
}

}  // namespace kval::check
