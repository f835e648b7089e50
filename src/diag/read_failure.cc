#include "src/diag/read_failure.h"

namespace kval::diag {

Kind KindOfReadFailure(const Failure& failure) {
  switch (failure.kind) {
    case FailureKind::kOther:
      return Kind::kUnreadable;
    case FailureKind::kTooLarge:
      return Kind::kLimitSize;
    case FailureKind::kTooDeep:
      return Kind::kLimitDepth;
    case FailureKind::kLeavesRoot:
      return Kind::kLinkLeavesRoot;
    case FailureKind::kSpecialFile:
      return Kind::kSpecialFile;
  }
  return Kind::kUnreadable;
}

void ReportReadFailure(source::Span at, const Failure& failure, Emitter& emit) {
  emit.ReportText(at, KindOfReadFailure(failure), failure.message).Hint(failure.hint).Emit();
}

}  // namespace kval::diag
