#include "src/lang/kcl/run/certain_diagnostics.h"

#include "src/lang/kcl/eval/failed_check.h"

namespace kval::kcl::run {

void RecordLocations::Consume(diag::Diagnostic diagnostic) {
  if (diagnostic.severity == diag::Severity::kError && !diagnostic.labels.empty()) {
    places_.insert(diagnostic.labels.front().span.begin);
  }
  emitter_.Emit(std::move(diagnostic));
}

void CertainDiagnostics::Consume(diag::Diagnostic diagnostic) {
  const bool is_missing = diagnostic.kind == diag::Kind::kMissingRequired && !diagnostic.labels.empty() &&
                          !reported_.contains(diagnostic.labels.front().span.begin);
  if (is_missing || diagnostic.message.starts_with(eval::kInstanceCheckFailed)) {
    emitter_.Emit(std::move(diagnostic));
  }
}

}  // namespace kval::kcl::run
