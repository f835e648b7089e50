#include "src/cli/standard_streams.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "src/cli/deadline.h"
#include "src/output/write_all.h"

namespace kval::cli {

bool WriteStreams(const CommandOutput& output) {
  if (output.deadline != nullptr) {
    output.deadline->BeginWriting();
  }
  output::WriteAll(STDERR_FILENO, output.err);  // its own failure cannot be reported
  const bool is_written = output::WriteAll(STDOUT_FILENO, output.out);
  if (!is_written) {
    output::WriteAll(STDERR_FILENO,
                     std::string("kval: cannot write to standard output: ") + std::strerror(errno) + "\n");
  }
  if (output.deadline != nullptr) {
    output.deadline->Disarm();
  }
  return is_written;
}

void WriteWithoutBlocking(std::string_view text) {
  pollfd stream{STDERR_FILENO, POLLOUT, 0};
  if (::poll(&stream, 1, 0) == 1 && (stream.revents & POLLOUT) != 0) {
    // If this fails too, the error cannot be reported.
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  }
}

}  // namespace kval::cli
