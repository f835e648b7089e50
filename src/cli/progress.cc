#include "src/cli/progress.h"

#include <system_error>
#include <utility>

#include "src/driver/session.h"
#include "src/output/write_all.h"
#include "src/support/signal_blocker.h"

namespace kval::cli {
namespace {

void WriteToTerminal(std::string_view text) {
  output::WriteAll(output::kStandardError, text);
}

}  // namespace

Progress::Progress(Write write, Times times) : write_(std::move(write)), times_(times) {
  if (write_ != nullptr) {
    try {
      const SignalBlocker held;
      thread_ = Thread([this] { Show(); });
    } catch (const std::system_error&) {
      write_ = nullptr;  // where the system refuses it, nothing is shown
    }
  }
}

Progress::Progress(Write write) : Progress(std::move(write), Times{}) {}

Progress::~Progress() {
  if (!thread_.is_started()) {
    return;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  thread_.Join();
}

void Progress::Update(size_t done, size_t all) {
  all_.store(all, std::memory_order_relaxed);
  done_.store(done, std::memory_order_relaxed);
}

std::function<void(size_t done, size_t all)> Progress::ProgressCallback() {
  if (write_ == nullptr) {
    return nullptr;
  }
  return [this](size_t done, size_t all) { Update(done, all); };
}

std::string Progress::Line(std::chrono::steady_clock::time_point begun) const {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begun).count();
  const size_t all = all_.load(std::memory_order_relaxed);
  std::string line = "kval: ";
  line += all == 0 ? "checking"
                   : std::to_string(done_.load(std::memory_order_relaxed)) + " of " + std::to_string(all) +
                         " checked";
  return line + ", " + std::to_string(seconds) + " s";
}

void Progress::Show() {
  const auto begun = std::chrono::steady_clock::now();
  const auto is_over = [this] { return is_over_; };
  std::unique_lock<std::mutex> lock(mutex_);
  bool is_shown = false;
  for (auto wait = times_.first; !changed_.wait_for(lock, wait, is_over); wait = times_.again) {
    write_(std::string(kWipe) + Line(begun));
    is_shown = true;
  }
  if (is_shown) {
    write_(kWipe);
  }
}

Progress::Write ProgressWriter(bool is_quiet, const ProcessEnvironment& environment) {
  if (!environment.stderr_is_terminal || environment.has_dumb_terminal() || is_quiet) {
    return nullptr;
  }
  return WriteToTerminal;
}

}  // namespace kval::cli
