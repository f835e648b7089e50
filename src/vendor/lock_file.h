#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/result.h"

namespace kval::vendor {

// The directory of vendored schemas below a repository or a project, and the lock file in it.
inline constexpr std::string_view kDirectory = ".kval/schemas";
inline constexpr std::string_view kLockName = "lock.json";

// Whether a path below a directory is that of a vendored schema or its lock file, which are no input.
bool IsVendoredFile(std::string_view path);

// A schema that was fetched once.
struct LockedSchema {
  std::string address;
  std::string file;  // below the directory of the lock file
  std::string sha256;
  uint64_t size = 0;
  std::string fetched;  // the date, `2026-11-29`
};

// Sorted by address.
using LockFile = std::vector<LockedSchema>;

// Errors: the text is not a lock file of this version.
Result<LockFile> ParseLockFile(std::string_view text);
std::string WriteLockFile(const LockFile& lock);

// Returns the entry of an address; null if there is none.
const LockedSchema* FindLocked(const LockFile& lock, std::string_view address);

// Returns how a file differs from its entry: "its size is 12 bytes instead of 13"; empty if it does not.
std::string DifferenceFrom(const LockedSchema& locked, std::string_view text);

}  // namespace kval::vendor
