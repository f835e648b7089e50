#include <unistd.h>

#include "src/support/host_name.h"

namespace kval {

std::string GetHostName() {
  char name[256] = {};
  return ::gethostname(name, sizeof(name) - 1) == 0 ? name : "";
}

}  // namespace kval
