#pragma once

#include <string>

namespace kval::source {

// Changes when a file is written, replaced, created or removed.
struct FileStamp {
  bool exists = false;
  long long seconds = 0, nanoseconds = 0, size = 0;
  unsigned long long device = 0, inode = 0;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// Whether a file with this stamp has not changed for long enough that another change changes the stamp: file
// systems store times with limited precision.
bool IsSettled(const FileStamp& stamp);

// Returns the stamp of the file that `path` names; a default stamp if there is none.
FileStamp ReadFileStamp(const std::string& path);

}  // namespace kval::source
