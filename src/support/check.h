#pragma once

namespace kval::internal {
[[noreturn]] void CheckFailed(const char* condition, const char* file, int line);
}  // namespace kval::internal

// Aborts when `condition` is false. For bugs in kval only, never for anything a user or the
// environment can cause.
#define KVAL_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::kval::internal::CheckFailed(#condition, __FILE__, __LINE__))
