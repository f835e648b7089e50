#include <unistd.h>

#include <cstdlib>
#include <string>

#include "src/source/file_owner.h"
#include "src/support/file_calls.h"

namespace kval::source {

bool IsOwnedByUser(const std::string& path) {
  FileStatus status;
  if (!GetStatus(path, Links::kFollow, status) || status.owner == ::geteuid() || status.owner == 0) {
    return true;
  }
  const char* caller = ::geteuid() == 0 ? std::getenv("SUDO_UID") : nullptr;
  return caller != nullptr && std::to_string(status.owner) == caller;
}

}  // namespace kval::source
