#include <fcntl.h>
#include <linux/fs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "src/output/exchange.h"

namespace kval::output {

// By its number: musl has no function for this system call.
bool ExchangeDirectories(const std::string& first, const std::string& second) {
  return ::syscall(SYS_renameat2, AT_FDCWD, first.c_str(), AT_FDCWD, second.c_str(), RENAME_EXCHANGE) == 0;
}

}  // namespace kval::output
