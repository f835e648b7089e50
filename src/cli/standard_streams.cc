#include "src/cli/standard_streams.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

namespace kval::cli {
namespace {

bool WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return false;
    }
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

}  // namespace

bool WriteStreams(const Output& output) {
  WriteAll(STDERR_FILENO, output.err);  // where else could its failure be said?
  if (WriteAll(STDOUT_FILENO, output.out)) {
    return true;
  }
  WriteAll(STDERR_FILENO,
           std::string("kval: cannot write to standard output: ") + std::strerror(errno) + "\n");
  return false;
}

}  // namespace kval::cli
