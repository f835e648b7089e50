#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/diag/emitter.h"
#include "src/source/span.h"

namespace kval::kcl::eval {

// A call, or the making of an instance, that is under way.
struct CallSite {
  source::Span span;
  std::string_view name;
  bool is_schema = false;
};

// Where the evaluation is: what goes wrong next goes wrong there.
struct Trace {
  source::Span place;    // current location, for failures of natives and operators
  source::Span visited;  // the expression or statement that was entered last
  std::vector<CallSite> calls;
  // The last read that found all setters of its name at work, until a setter around it gave a value.
  source::Span circle;
  std::string_view circle_name;
  bool is_starved = false;  // that read was the last one
  bool is_own = false;      // the last read was one of an attribute by its own statement
  source::Span absent;      // the declaration of an attribute without value that the running setter has read
};

// What went wrong in an evaluation: nothing, or one failure, after which everything is Undefined until it is
// taken or recovered from.
class Failures {
 public:
  // `collects`: failures are reported, and evaluation goes on. `names_absence`: they point at the attribute
  // without value that was read before.
  Failures(diag::Emitter& emitter, bool collects, bool names_absence)
      : emitter_(emitter), collects_(collects), names_absence_(names_absence) {}

  bool any() const { return failure_.has_value(); }
  // Whether there is one that is not reported.
  bool is_abandoned() const { return any() && is_abandoned_; }
  // The failure that there is.
  diag::Diagnostic& current() { return *failure_; }

  // Each does nothing when there is a failure already. Without a span the place is where the trace is.
  void Begin(source::Span span, std::string message, const Trace& trace);
  void BeginBetween(source::Span place, source::Span other, std::string other_text, std::string message,
                    const Trace& trace);
  void BeginLimit(diag::Kind kind, std::string message, const Trace& trace);
  // `text` is KCL's message of it.
  void Set(diag::Diagnostic failure, std::string text);
  // A failure that is never reported, because it follows from one that was.
  void Abandon();
  // Removes the label for the code evaluated meanwhile; if `at` has a value, only at that location.
  void ForgetMeanwhile(source::Span at);

  // Another headline, unless it is empty, and a hint for the failure.
  void Advise(std::string headline, std::string hint);
  // KCL's message, and the failure is gone; empty for limits, which stay.
  std::string Take();
  // Reports the failure, if there is one; true when there was none, and none was recovered from.
  bool Emit();
  // Reports the failure and goes on as if there had been none; false when that must not be. One that follows
  // from an attribute without value is reported by Emit only if nothing else was: what lacks the attribute
  // is.
  bool Recover(bool may);
  // Whether something was reported since the last Emit.
  bool has_reported() const { return is_reported_; }
  // That something was reported elsewhere.
  void NoteReported() { is_reported_ = true; }

  static void AddCalls(diag::Diagnostic& diagnostic, const Trace& trace);

 private:
  diag::Emitter& emitter_;
  const bool collects_;
  const bool names_absence_;
  std::optional<diag::Diagnostic> failure_;
  std::string text_;  // KCL's message of the failure
  bool is_reported_ = false;
  bool is_abandoned_ = false;     // the failure is not reported
  bool follows_absence_ = false;  // the failure most likely comes of an attribute without value
  std::optional<diag::Diagnostic> consequence_;  // the first such failure that was recovered from
};

}  // namespace kval::kcl::eval
