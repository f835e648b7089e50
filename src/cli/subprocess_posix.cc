#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <vector>

#include "src/cli/subprocess.h"
#include "src/support/file_calls.h"

namespace kval::cli {
namespace {

[[noreturn]] void RunAsCopy(const std::function<int()>& work, int stream) {
  const int nothing = ::open("/dev/null", O_RDONLY);
  if (nothing < 0 || ::dup2(nothing, STDIN_FILENO) < 0 || ::dup2(stream, STDOUT_FILENO) < 0) {
    std::_Exit(EXIT_FAILURE);
  }
  std::_Exit(work());
}

}  // namespace

bool Subprocess::Start(const Work& work) {
  Kill();
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) {
    return false;
  }
  process_ = ::fork();
  if (process_ == 0) {
    RunAsCopy(work.run, ends[1]);
  }
  ::close(ends[1]);
  if (process_ < 0) {
    process_ = 0;
    ::close(ends[0]);
    return false;
  }
  stream_ = ends[0];
  text_.clear();
  status_.reset();
  return true;
}

bool Subprocess::Start(const std::vector<std::string>& words) {
  const auto run = [&words]() -> int {
    std::vector<char*> arguments;
    for (const std::string& word : words) {
      arguments.push_back(const_cast<char*>(word.c_str()));  // execvp does not change them
    }
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    return kNotFound;
  };
  return Start(Work{run, nullptr});
}

bool Subprocess::Take() {
  std::array<char, 65536> piece;
  const ptrdiff_t size = ReadSome(stream_, piece.data(), piece.size());
  if (size > 0) {
    text_.append(piece.data(), static_cast<size_t>(size));
    return false;
  }
  Wait();
  return true;
}

void Subprocess::Kill() {
  if (is_running()) {
    ::kill(static_cast<pid_t>(process_), SIGKILL);
    Wait();
  }
}

void Subprocess::Wait() {
  int how = 0;
  while (::waitpid(static_cast<pid_t>(process_), &how, 0) < 0 && errno == EINTR) {
  }
  status_ = WIFEXITED(how) ? std::optional<int>(WEXITSTATUS(how)) : std::nullopt;
  ::close(stream_);
  process_ = 0;
  stream_ = -1;
}

}  // namespace kval::cli
