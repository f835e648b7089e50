#include "src/source/size_on_disk.h"

#include <sys/stat.h>

namespace kval::source {

std::optional<uint64_t> SizeOnDisk(const std::string& path) {
  struct stat status {};
  const bool is_file = ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  return is_file ? std::optional(static_cast<uint64_t>(status.st_size)) : std::nullopt;
}

}  // namespace kval::source
