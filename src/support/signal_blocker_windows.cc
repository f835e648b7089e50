#include <windows.h>

#include <mutex>

#include "src/support/signal_blocker.h"

namespace kval {
namespace {

// The exit code of a process that Ctrl+C ended.
constexpr UINT kEndedByConsole = 0xC000013A;

// What the console sends arrives in a thread of the system, which knows nothing but these.
std::mutex console_mutex;
int blockers = 0;
bool is_interrupted = false;

BOOL WINAPI Defer(DWORD) {
  const std::lock_guard<std::mutex> lock(console_mutex);
  is_interrupted = true;
  return blockers > 0 ? TRUE : FALSE;
}

}  // namespace

struct SignalBlocker::Signals {};

SignalBlocker::SignalBlocker() {
  const std::lock_guard<std::mutex> lock(console_mutex);
  if (blockers++ == 0) {
    ::SetConsoleCtrlHandler(Defer, TRUE);
  }
}

SignalBlocker::~SignalBlocker() {
  const std::lock_guard<std::mutex> lock(console_mutex);
  if (--blockers > 0) {
    return;
  }
  ::SetConsoleCtrlHandler(Defer, FALSE);
  if (is_interrupted) {
    ::TerminateProcess(::GetCurrentProcess(), kEndedByConsole);
  }
}

void SignalBlocker::UnblockInThisThread() const {}

bool SignalBlocker::IsInterrupted() const {
  const std::lock_guard<std::mutex> lock(console_mutex);
  return is_interrupted;
}

}  // namespace kval
