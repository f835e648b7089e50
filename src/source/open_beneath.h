#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "src/support/result.h"

namespace kval::source {

// An open regular file and its size at that time. The caller closes it.
struct OpenFile {
  int descriptor = -1;
  uint64_t size = 0;
};

// Opens a regular file that was found, not named: `path` must be in `directory` or below, or below one of
// `destinations` (real paths). Errors: links that lead elsewhere, devices, pipes, sockets and files that the
// kernel generates (`/proc`). Resolution uses openat2 beneath the directory (Linux), or component by
// component without links, so concurrent changes cannot escape.
Result<OpenFile> OpenBeneath(const std::string& directory, const std::string& path,
                             std::span<const std::string> destinations);

// Returns "cannot read PATH: No such file or directory", by errno.
Failure ErrnoFailure(const std::string& path);
// The failure for a link to a location outside the named directory. `target` is a real path.
Failure OutsideRootFailure(const std::string& path, const std::string& target, const std::string& directory);

}  // namespace kval::source
