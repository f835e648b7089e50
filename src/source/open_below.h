#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <span>
#include <string>

#include "src/support/result.h"

namespace kval::source {

// A regular file that is open for reading, and how large it was then; whoever asked for it closes it.
struct OpenFile {
  int descriptor = -1;
  uint64_t size = 0;
};

// Opens a regular file for reading that was found, not named: `path` must lead to it in `directory` or below,
// or below one of `destinations`, which are real paths. Links that lead elsewhere, devices, pipes, sockets
// and what the kernel makes up (`/proc`) are refused. No exchange of a path's part in the meantime leads
// outside: the kernel resolves beneath the directory (openat2) or part by part without links.
Result<OpenFile> OpenBelow(const std::string& directory, const std::string& path,
                           std::span<const std::string> destinations);

// Whether an open file is made up by the kernel (`/proc`): the process's environment, for one.
bool IsMadeUp(int descriptor, const struct stat& status);

// "cannot read PATH: No such file or directory", by errno.
Failure ErrnoFailure(const std::string& path);
// A link that leads to a place which the user did not name. `target` is a real path.
Failure LeavesRoot(const std::string& path, const std::string& target, const std::string& directory);

}  // namespace kval::source
