#include "src/api/exception_boundary.h"

#include <new>
#include <optional>

#include "src/api/findings.h"
#include "src/support/budget_exhausted.h"
#include "src/support/hosted_call.h"
#include "src/support/native_stack.h"
#include "src/support/stack_limit.h"

namespace kval::api {
namespace {

Report Limit(diag::Kind kind, const char* message, const char* hint) {
  Report report;
  report.outcome = Outcome::kLimit;
  report.findings.push_back(MakeFinding(kind, message));
  report.findings.back().hint = hint;
  return report;
}

Report ReportBug(const CallOptions& control, Bug bug) {
  Report report;
  report.outcome = Outcome::kBug;
  if (control.on_bug) {
    control.on_bug(bug);
  }
  return report;
}

// Converts the exception that ended a call to a report.
Report ReportThrown(const CallOptions& control) {
  try {
    throw;
  } catch (const Cancelled& cancelled) {
    if (cancelled.is_late()) {
      return Limit(diag::Kind::kLimitTime, "the call took longer than its time limit", "");
    }
    Report report;
    report.outcome = Outcome::kCancelled;
    return report;
  } catch (const StackExhausted&) {
    return Limit(diag::Kind::kLimitCallDepth, "the input is nested more deeply than the stack allows",
                 "a thread with a larger stack allows more");
  } catch (const BudgetExhausted& work) {
    if (!work.recursive_field().empty()) {
      return Limit(diag::Kind::kLimitSteps, "a default of the schema is recursive and has no end", "");
    }
    const bool is_of_charts = work.budget() == BudgetExhausted::BudgetKind::kCharts;
    return Limit(diag::Kind::kLimitSteps,
                 is_of_charts ? "the values of these charts, each chart's by itself, have too many entries"
                              : "evaluating this schema exceeds the limit of steps",
                 "");
  } catch (const std::bad_alloc&) {
    return Limit(diag::Kind::kLimitMemory, "the system has no more memory for this call", "");
  } catch (const kval::InternalError& bug) {
    return ReportBug(control, {bug.what(), bug.file(), bug.line()});
  } catch (const std::exception& thrown) {
    return ReportBug(control, {thrown.what(), "", 0});
  } catch (...) {
    return ReportBug(control, {"an exception of no known kind", "", 0});
  }
}

// Lets a call use a stack that is not the thread's own.
class FiberStack {
 public:
  // `size`: 0 if the call is on the stack of its thread.
  explicit FiberStack(size_t size) : before_(found_stack_floor) {
    if (size > 0) {
      found_stack_floor = GetStackLimit(size);
    }
  }
  FiberStack(const FiberStack&) = delete;
  FiberStack& operator=(const FiberStack&) = delete;
  ~FiberStack() { found_stack_floor = before_; }

 private:
  uintptr_t before_;
};

}  // namespace

Report RunGuardedCall(const CallOptions& control, const std::function<Report()>& call) noexcept {
  try {
    std::optional<HostedCall::Clock::time_point> deadline;
    if (control.timeout.count() > 0) {
      deadline = HostedCall::Clock::now() + control.timeout;
    }
    const HostedCall hosted(control.cancellation == nullptr ? nullptr : &control.cancellation->flag(),
                            deadline);
    const FiberStack stack(control.stack_size);
    try {
      hosted.Poll();
      return call();
    } catch (...) {
      return ReportThrown(control);
    }
  } catch (...) {
    // No memory for the report, or the host's hook threw.
    Report report;
    report.outcome = Outcome::kBug;
    return report;
  }
}

}  // namespace kval::api
