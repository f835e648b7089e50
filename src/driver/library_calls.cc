#include "src/driver/library_calls.h"

namespace kval::driver {

void LibraryCalls::Consume(diag::Diagnostic diagnostic) {
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    const bool is_primary = !diagnostic.labels.empty() && diagnostic.labels[0].span == call->first;
    if (call->first.has_value() && !is_primary) {
      diagnostic.labels.push_back(
          {call->first, "library `" + call->second + "` is evaluated here", diag::Role::kCall});
    }
  }
  next_->Consume(std::move(diagnostic));
}

}  // namespace kval::driver
