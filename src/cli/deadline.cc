#include "src/cli/deadline.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <new>
#include <system_error>
#include <utility>

#include "src/support/signal_blocker.h"
#include "src/support/substitute.h"

namespace kval::cli {
namespace {

constexpr std::array<std::pair<std::string_view, double>, 4> kUnits = {
    {{"ms", 1.0}, {"s", 1000.0}, {"m", 60'000.0}, {"h", 3'600'000.0}}};
constexpr double kLongest = 1e12;

Failure NoDuration(std::string_view text) {
  return {Substitute("--timeout must be a duration such as 90s, 2m or 500ms, found {}", text)};
}

}  // namespace

Result<std::chrono::milliseconds> ParseDuration(std::string_view text) {
  double total = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    double number = 0;
    const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (parsed.ec != std::errc() || !(number >= 0)) {
      return NoDuration(text);
    }
    rest.remove_prefix(static_cast<size_t>(parsed.ptr - rest.data()));
    const bool is_bare = rest.empty() && total == 0;
    const std::string_view unit =
        is_bare ? "s" : rest.substr(0, std::min(rest.find_first_of("0123456789."), rest.size()));
    double factor = 0;
    for (const auto& [name, milliseconds] : kUnits) {
      factor = name == unit ? milliseconds : factor;
    }
    total += number * factor;
    if (factor == 0 || total > kLongest) {
      return NoDuration(text);
    }
    rest.remove_prefix(is_bare ? 0 : unit.size());
  }
  if (text.empty() || (total < 1 && total != 0)) {
    return NoDuration(text);
  }
  return std::chrono::milliseconds(static_cast<int64_t>(total));
}

Deadline::Deadline(std::chrono::milliseconds after, std::function<void(Phase)> expire)
    : expire_(std::move(expire)) {
  if (after.count() > 0) {
    end_ = Clock::now() + after;
    try {
      const SignalBlocker held;
      watch_ = Thread([this] { Watch(); });
    } catch (const std::system_error&) {
      throw std::bad_alloc();  // a run that must end in time and would not is none
    }
  }
}

Deadline::~Deadline() {
  Disarm();
  if (watch_.is_started()) {
    watch_.Join();
  }
}

void Deadline::Reach(Phase phase) {
  const std::lock_guard<std::mutex> lock(mutex_);  // held for good by a deadline that passed
  // A busy machine may not have let the watch look yet.
  if (phase_ != Phase::kDisarmed && end_ != Clock::time_point::max() && Clock::now() >= end_) {
    expire_(phase_);
  }
  phase_ = std::max(phase_, phase);
  changed_.notify_all();
}

void Deadline::Watch() {
  std::unique_lock<std::mutex> lock(mutex_);
  if (!changed_.wait_until(lock, end_, [this] { return phase_ == Phase::kDisarmed; })) {
    expire_(phase_);
  }
}

}  // namespace kval::cli
