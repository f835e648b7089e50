#pragma once

namespace kval::internal {
// Inside a HostedCall throws Bug; otherwise prints the condition and its location and ends the process.
[[noreturn]] void CheckFailed(const char* condition, const char* file, int line);
}  // namespace kval::internal

// Reports an internal error if `condition` is false. Only for bugs in kval, never for conditions that input
// or the environment can cause.
#define KVAL_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::kval::internal::CheckFailed(#condition, __FILE__, __LINE__))
