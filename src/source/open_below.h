#pragma once

#include <sys/stat.h>

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
// kernel generates (`/proc`). Resolution uses openat2 beneath the directory, or component by component
// without links, so concurrent changes cannot escape.
Result<OpenFile> OpenBelow(const std::string& directory, const std::string& path,
                           std::span<const std::string> destinations);

// Whether an open file is made up by the kernel (`/proc`): the process's environment, for one.
bool IsMadeUp(int descriptor, const struct stat& status);

// "cannot read PATH: No such file or directory", by errno.
Failure ErrnoFailure(const std::string& path);
// A link that leads to a place which the user did not name. `target` is a real path.
Failure LeavesRoot(const std::string& path, const std::string& target, const std::string& directory);

}  // namespace kval::source
