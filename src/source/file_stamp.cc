#include "src/source/file_stamp.h"

#include "src/support/file_calls.h"

namespace kval::source {

FileStamp ReadFileStamp(const std::string& path) {
  FileStatus found;
  if (!GetStatus(path, Links::kFollow, found)) {
    return {};
  }
  return {.exists = true,
          .seconds = found.seconds,
          .nanoseconds = found.nanoseconds,
          .size = static_cast<long long>(found.size),
          .device = found.identity.device,
          .inode = found.identity.number};
}

}  // namespace kval::source
