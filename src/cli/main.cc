#if defined(__linux__)
#include <malloc.h>
#endif
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/commands.h"

extern char** environ;

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

kval::cli::Environment ReadEnvironment() {
  kval::cli::Environment environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    environment.variables.emplace_back(*variable);
  }
  environment.stdout_is_terminal = ::isatty(STDOUT_FILENO) != 0;
  environment.stderr_is_terminal = ::isatty(STDERR_FILENO) != 0;
  winsize size{};
  if (environment.stdout_is_terminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
    environment.terminal_width = size.ws_col;
  }
  return environment;
}

// A run is short: memory that it gave back is kept for its next file, for asking the system again costs more.
void KeepMemory() {
#if defined(__GLIBC__)
  constexpr int kNever = 1 << 30;
  ::mallopt(M_MMAP_THRESHOLD, kNever);
  ::mallopt(M_TRIM_THRESHOLD, kNever);
  ::mallopt(M_TOP_PAD, 1 << 20);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  KeepMemory();
  kval::cli::Output output;
  const int status =
      kval::cli::RunProgram(std::vector<std::string>(argv + 1, argv + argc), ReadEnvironment(), output);
  const bool written = WriteAll(STDERR_FILENO, output.err) && WriteAll(STDOUT_FILENO, output.out);
  // Nothing that is left needs to be torn down: the process ends here.
  std::_Exit(written ? status : kval::cli::kUnusable);
}
