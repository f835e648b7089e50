#pragma once

#include <fcntl.h>

namespace kval {

// Opens a directory to resolve names in it. Needs no right to list it, where the system makes that
// difference.
#if defined(O_PATH)
inline constexpr int kSearchDirectory = O_PATH | O_DIRECTORY | O_CLOEXEC;
#elif defined(O_SEARCH)
inline constexpr int kSearchDirectory = O_SEARCH | O_DIRECTORY | O_CLOEXEC;
#else
inline constexpr int kSearchDirectory = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif

// Opens a file that was found. O_NONBLOCK: a pipe is refused when it is open, and to open one must not wait
// for its writer.
inline constexpr int kFoundFile = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

}  // namespace kval
