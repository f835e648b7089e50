#include "src/lang/gotemplate/budget.h"

#include "src/support/hosted_call.h"

namespace kval::gotemplate {

bool Budget::Exceed(ExceededLimit limit) {
  if (!exceeded_) {
    exceeded_ = limit;
  }
  return false;
}

bool Budget::Step(uint64_t count) {
  constexpr uint64_t kPollInterval = 1 << 14;
  const uint64_t before = steps_;
  steps_ += count;
  if (steps_ / kPollInterval != before / kPollInterval) {
    PollHost();
  }
  if (steps_ > limits_.steps || steps_ < before) {
    return Exceed(ExceededLimit::kSteps);
  }
  return Reserve(0);
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
