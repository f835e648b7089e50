#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "src/support/check.h"

namespace kval {

enum class FailureKind : uint8_t {
  kOther,
  kTooLarge,     // a limit on sizes or numbers (limits.h) was hit
  kTooDeep,      // a limit on nesting was hit
  kLeavesRoot,   // a link leaves the directory
  kSpecialFile,  // a device, pipe or socket that was found, not named
};

// A failure of the environment: an unreadable file, a pattern that the regular expression library rejects.
// The text is one headline without a full stop.
struct Failure {
  std::string message;
  FailureKind kind = FailureKind::kOther;
  std::string hint = {};  // what to do about it; empty when that is not known
};

// A value, or the reason why there is none. Errors in user input are diagnostics, not Results.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Failure failure) : state_(std::in_place_index<1>, std::move(failure)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(value()); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Failure& failure() const {
    KVAL_CHECK(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  const T& value() const {
    KVAL_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  T& value() {
    KVAL_CHECK(ok());
    return *std::get_if<0>(&state_);
  }

  std::variant<T, Failure> state_;
};

}  // namespace kval
