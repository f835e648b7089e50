#include "src/driver/libraries/library_calls.h"

namespace kval::driver {

void LibraryCalls::Consume(diag::Diagnostic diagnostic) {
  const source::Span primary = diagnostic.labels.empty() ? source::Span() : diagnostic.labels[0].span;
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    const bool holds_primary =
        primary.has_value() && primary.begin >= call->first.begin && primary.end <= call->first.end;
    if (call->first.has_value() && !holds_primary) {
      diagnostic.labels.push_back({call->first, call->second, diag::LabelRole::kCall});
    }
  }
  next_->Consume(std::move(diagnostic));
}

}  // namespace kval::driver
