#pragma once

#include <array>
#include <new>
#include <string_view>

namespace kval {

// A limit of work is reached where there is no place to report it at: KV023; or the one of what is written:
// KV024. Like StackExhausted
// (native_stack.h) it passes all libraries and is caught at the program's edge.
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

// What is to be written must fit into the limit on it.
inline void NeedToFit(bool fits) {
  if (!fits) {
    throw WorkExhausted(WorkExhausted::Of::kOutput);
  }
}

}  // namespace kval
