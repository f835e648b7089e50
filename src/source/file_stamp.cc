#include "src/source/file_stamp.h"

#include <chrono>

#include "src/support/file_calls.h"

namespace kval::source {

bool IsSettled(const FileStamp& stamp) {
  constexpr long long kCoarsestSeconds = 2;  // FAT
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return stamp.exists &&
         std::chrono::duration_cast<std::chrono::seconds>(now).count() - stamp.seconds > kCoarsestSeconds;
}

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
