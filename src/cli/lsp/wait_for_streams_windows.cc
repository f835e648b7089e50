#include <io.h>
#include <windows.h>

#include <chrono>

#include "src/cli/lsp/wait_for_streams.h"

namespace kval::cli {
namespace {

// No call waits for several pipes. The step is what the system's clock resolves.
constexpr DWORD kStep = 15;

// Also at its end, or if it is no pipe, whose next read waits.
bool IsReady(int stream) {
  DWORD available = 0;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the C library returns the handle as a number.
  HANDLE handle = reinterpret_cast<HANDLE>(::_get_osfhandle(stream));
  return ::PeekNamedPipe(handle, nullptr, 0, nullptr, &available, nullptr) == 0 || available > 0;
}

}  // namespace

std::optional<unsigned> WaitForStreams(std::span<const int> streams, int milliseconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(milliseconds);
  while (true) {
    unsigned ready = 0;
    for (size_t i = 0; i < streams.size(); ++i) {
      ready |= streams[i] >= 0 && IsReady(streams[i]) ? 1U << i : 0U;
    }
    if (ready != 0 || (milliseconds >= 0 && Clock::now() >= end)) {
      return ready;
    }
    ::Sleep(kStep);
  }
}

}  // namespace kval::cli
