#include <poll.h>

#include <cerrno>
#include <vector>

#include "src/cli/lsp/wait_for_streams.h"

namespace kval::cli {

std::optional<unsigned> WaitForStreams(std::span<const int> streams, int milliseconds) {
  std::vector<pollfd> waiting;
  for (const int stream : streams) {
    waiting.push_back({stream, POLLIN, 0});
  }
  if (::poll(waiting.data(), waiting.size(), milliseconds) < 0) {
    return errno == EINTR ? std::optional(0U) : std::nullopt;
  }
  unsigned ready = 0;
  for (size_t i = 0; i < waiting.size(); ++i) {
    ready |= waiting[i].revents != 0 ? 1U << i : 0U;
  }
  return ready;
}

}  // namespace kval::cli
