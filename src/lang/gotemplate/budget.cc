#include "src/lang/gotemplate/budget.h"

#include <algorithm>

#include "src/support/hosted_call.h"

namespace kval::gotemplate {
namespace {

constexpr uint64_t kStepWork = 2;
constexpr uint64_t kPrintedPerStep = 4;  // bytes: values in lists and maps print few bytes each
constexpr uint64_t kBytesPerWork = 4;    // memory takes time too

}  // namespace

bool Budget::Exceed(ExceededLimit limit) {
  if (!exceeded_) {
    exceeded_ = limit;
  }
  return false;
}

bool Budget::Step(uint64_t count) {
  constexpr uint64_t kPollInterval = 1 << 14;
  const uint64_t before = steps_;
  steps_ += count * kStepWork;
  if (steps_ / kPollInterval != before / kPollInterval) {
    PollHost();
  }
  if (work() > limits_.steps || steps_ < before) {
    return Exceed(ExceededLimit::kSteps);
  }
  return Reserve(0);
}

uint64_t Budget::work() const {
  return steps_ + heap_.used() / kBytesPerWork;
}

bool Budget::Reserve(uint64_t bytes) {
  if (!heap_.Allows(bytes)) {
    return Exceed(ExceededLimit::kMemory);
  }
  return !exceeded_;
}

bool Budget::CountOutput(uint64_t bytes) {
  if (bytes > limits_.output_bytes - output_) {
    return Exceed(ExceededLimit::kOutput);
  }
  output_ += bytes;
  return !exceeded_;
}

bool Budget::CountPrinted(const TextBuffer& text) {
  if (text.is_full()) {
    return Exceed(heap_.left() <= max_printed() ? ExceededLimit::kMemory : ExceededLimit::kSteps);
  }
  return Reserve(text.text().size()) && Step(text.text().size() / kPrintedPerStep);
}

uint64_t Budget::max_printed() const {
  const uint64_t steps = work() < limits_.steps ? (limits_.steps - work()) / kStepWork : 0;
  return std::min(heap_.left(), steps * kPrintedPerStep);
}

bool Budget::Enter() {
  if (exceeded_) {
    return false;
  }
  if (depth_ >= limits_.depth) {
    return Exceed(ExceededLimit::kDepth);
  }
  ++depth_;
  return true;
}

}  // namespace kval::gotemplate
