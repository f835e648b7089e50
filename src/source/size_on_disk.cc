#include "src/source/size_on_disk.h"

#include "src/support/file_calls.h"

namespace kval::source {

std::optional<uint64_t> SizeOnDisk(const std::string& path) {
  FileStatus status;
  const bool is_file = GetStatus(path, Links::kFollow, status) && status.type == FileType::kFile;
  return is_file ? std::optional(status.size) : std::nullopt;
}

}  // namespace kval::source
