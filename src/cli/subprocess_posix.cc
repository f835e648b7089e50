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
  const pid_t process = ::fork();
  if (process == 0) {
    RunAsCopy(work.run, ends[1]);
  }
  ::close(ends[1]);
  if (process < 0) {
    ::close(ends[0]);
    return false;
  }
  Begin(process, ends[0]);
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

void Subprocess::Terminate(intptr_t process) {
  ::kill(static_cast<pid_t>(process), SIGKILL);
}

std::optional<int> Subprocess::AwaitEnd(intptr_t process) {
  int how = 0;
  while (::waitpid(static_cast<pid_t>(process), &how, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(how) ? std::optional<int>(WEXITSTATUS(how)) : std::nullopt;
}

}  // namespace kval::cli
