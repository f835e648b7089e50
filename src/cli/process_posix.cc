#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "src/cli/process.h"
#include "src/support/huge_pages.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): only glibc declares it

namespace kval::cli {
namespace {

// A run is short: freed memory is kept for the next file, because requesting it from the system is slower.
void KeepMemory() {
#if defined(__GLIBC__)
  constexpr int kNever = 1 << 30;
  ::mallopt(M_MMAP_THRESHOLD, kNever);
  ::mallopt(M_TRIM_THRESHOLD, kNever);
#endif
  AdviseHugeHeap();
}

}  // namespace

void PrepareProcess() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
      ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
  KeepMemory();
}

ProcessEnvironment ReadEnvironment() {
  ProcessEnvironment environment;
  auto variables = std::make_shared<std::vector<std::string>>();
  for (char** variable = environ; *variable != nullptr; ++variable) {
    variables->emplace_back(*variable);
  }
  environment.variables = std::move(variables);
  environment.stdout_is_terminal = ::isatty(STDOUT_FILENO) != 0;
  environment.stderr_is_terminal = ::isatty(STDERR_FILENO) != 0;
  std::error_code error;
  environment.directory = std::filesystem::current_path(error).string();
  winsize size{};
  if (environment.stdout_is_terminal && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
    environment.terminal_width = size.ws_col;
  }
  return environment;
}

std::vector<std::string> ReadArguments(int count, char** arguments) {
  return {arguments + 1, arguments + count};
}

}  // namespace kval::cli
