#if defined(__linux__)
#include <malloc.h>
#endif
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "src/cli/commands.h"
#include "src/cli/standard_streams.h"
#include "src/support/huge_pages.h"
#include "src/support/native_stack.h"
#include "src/support/out_of_memory.h"

extern char** environ;

namespace {

kval::cli::ProcessEnvironment ReadEnvironment() {
  kval::cli::ProcessEnvironment environment;
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

// A run is short: freed memory is kept for the next file, because requesting it from the system is slower.
void KeepMemory() {
#if defined(__GLIBC__)
  constexpr int kNever = 1 << 30;
  ::mallopt(M_MMAP_THRESHOLD, kNever);
  ::mallopt(M_TRIM_THRESHOLD, kNever);
#endif
  kval::AdviseHugeHeap();
}

// A closed standard stream stays closed: no other file gets its descriptor. Writing to it fails, as does
// writing to a closed pipe or beyond the file size limit.
void KeepStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
      ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);
}

constexpr std::string_view kNoMemory = "kval: error[KV024]: the system has no more memory for this run\n";
constexpr std::string_view kBug = "kval: internal error: an exception was not caught\n";

[[noreturn]] void EndWith(std::string_view text, int status) {
  // If this fails too, the error cannot be reported.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  std::_Exit(status);
}

// Handles uncaught exceptions: memory exhausted while its exhaustion was reported.
[[noreturn]] void EndUncaught() {
  bool no_memory = false;
  try {
    std::rethrow_exception(std::current_exception());
  } catch (const std::bad_alloc&) {
    no_memory = true;
  } catch (...) {
  }
  EndWith(no_memory ? kNoMemory : kBug, no_memory ? kval::cli::kLimit : kval::cli::kBug);
}

}  // namespace

int main(int argc, char** argv) {
  std::set_terminate(EndUncaught);
  if (!kval::ReserveStack()) {
    EndWith(kNoMemory, kval::cli::kLimit);
  }
  kval::SetMemoryAside();
  KeepStreams();
  KeepMemory();
  kval::cli::CommandOutput output;
  int status = kval::RunOnStandardStack([&] {
    return kval::cli::RunProgram(std::vector<std::string>(argv + 1, argv + argc), ReadEnvironment(), output);
  });
  if (!kval::cli::WriteStreams(output)) {
    status = kval::cli::kUnusable;
  }
  // Nothing that is left needs to be torn down: the process ends here.
  std::_Exit(status);
}
