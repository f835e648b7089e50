#include "src/cli/subprocess.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

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

bool Subprocess::Start(const std::function<int()>& work) {
  Kill();
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) {
    return false;
  }
  process_ = ::fork();
  if (process_ == 0) {
    RunAsCopy(work, ends[1]);
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
  return Start([&words] {
    std::vector<char*> arguments;
    for (const std::string& word : words) {
      arguments.push_back(const_cast<char*>(word.c_str()));  // execvp does not change them
    }
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    return kNotFound;
  });
}

bool Subprocess::Take() {
  std::array<char, 65536> piece;
  const ssize_t size = ::read(stream_, piece.data(), piece.size());
  if (size > 0) {
    text_.append(piece.data(), static_cast<size_t>(size));
    return false;
  }
  if (size < 0 && (errno == EINTR || errno == EAGAIN)) {
    return false;
  }
  Wait();
  return true;
}

void Subprocess::Kill() {
  if (is_running()) {
    ::kill(process_, SIGKILL);
    Wait();
  }
}

void Subprocess::Wait() {
  int how = 0;
  while (::waitpid(process_, &how, 0) < 0 && errno == EINTR) {
  }
  status_ = WIFEXITED(how) ? std::optional<int>(WEXITSTATUS(how)) : std::nullopt;
  ::close(stream_);
  process_ = 0;
  stream_ = -1;
}

}  // namespace kval::cli
