#pragma once

#include <array>
#include <new>
#include <string_view>

namespace kval {

// Thrown when a step limit (KV023) or the output limit (KV024) is exceeded where no location can be reported.
// Derived from std::bad_alloc like StackExhausted (native_stack.h); it crosses all libraries and main catches
// it.
class WorkExhausted : public std::bad_alloc {
 public:
  enum class Of : unsigned char { kSchema, kCharts, kOutput };

  WorkExhausted() = default;
  explicit WorkExhausted(Of of) : of_(of) {}
  // The default of this field of a schema has no end.
  explicit WorkExhausted(std::string_view field) {
    field.copy(endless_field_.data(), endless_field_.size() - 1);
  }

  const char* what() const noexcept override { return "a limit of work is reached"; }
  Of of() const { return of_; }
  // The beginning of its name; empty where it was other work.
  std::string_view endless_field() const { return endless_field_.data(); }

 private:
  Of of_ = Of::kSchema;
  std::array<char, 80> endless_field_{};  // no string: copying an exception must not fail
};

// Throws if output exceeds its limit.
inline void NeedToFit(bool fits) {
  if (!fits) {
    throw WorkExhausted(WorkExhausted::Of::kOutput);
  }
}

}  // namespace kval
