#pragma once

#include <array>
#include <new>
#include <string_view>

namespace kval {

// Thrown when a step limit (KV023) or the output limit (KV024) is exceeded where no location can be reported.
// Derived from std::bad_alloc like StackExhausted (native_stack.h); it crosses all libraries and main catches
// it.
class BudgetExhausted : public std::bad_alloc {
 public:
  enum class BudgetKind : unsigned char { kSchema, kCharts, kOutput };

  BudgetExhausted() = default;
  explicit BudgetExhausted(BudgetKind budget) : budget_(budget) {}
  // The default of this field of a schema has no end.
  explicit BudgetExhausted(std::string_view field) {
    field.copy(endless_field_.data(), endless_field_.size() - 1);
  }

  const char* what() const noexcept override { return "a limit of work is reached"; }
  BudgetKind budget() const { return budget_; }
  // The beginning of the name of the field with an infinite default; empty for other work.
  std::string_view recursive_field() const { return endless_field_.data(); }

 private:
  BudgetKind budget_ = BudgetKind::kSchema;
  std::array<char, 80> endless_field_{};  // no string: copying an exception must not fail
};

// Throws if output exceeds its limit.
inline void RequireWithinOutputLimit(bool fits) {
  if (!fits) {
    throw BudgetExhausted(BudgetExhausted::BudgetKind::kOutput);
  }
}

}  // namespace kval
