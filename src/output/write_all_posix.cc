#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "src/output/write_all.h"

namespace kval::output {
namespace {

// Waits until a non-blocking descriptor takes more. True also when it never will: the next write says why.
bool WaitForRoom(int descriptor) {
  pollfd stream{descriptor, POLLOUT, 0};
  return ::poll(&stream, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace

bool WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    const bool is_full = written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if ((written < 0 && errno == EINTR) || (is_full && WaitForRoom(descriptor))) {
      continue;
    }
    if (written <= 0) {
      return false;
    }
    text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

void WriteWithoutBlocking(int descriptor, std::string_view text) {
  pollfd stream{descriptor, POLLOUT, 0};
  if (::poll(&stream, 1, 0) == 1 && (stream.revents & POLLOUT) != 0) {
    // If this fails too, the error cannot be reported.
    [[maybe_unused]] const ssize_t written = ::write(descriptor, text.data(), text.size());
  }
}

}  // namespace kval::output
