#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/diag/emitter.h"
#include "src/source/span.h"

namespace kval::kcl::eval {

// An active call, or the active creation of an instance.
struct CallSite {
  source::Span span;
  std::string_view name;
  bool is_schema = false;
};

// The current location of the evaluation, used for failures.
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

// The failure of an evaluation, if any. After a failure every value is Undefined until the failure is taken
// or recovered from.
class Failures {
 public:
  // `collects`: failures are reported, and evaluation continues. `names_absence`: failures point at the unset
  // attribute that was read before.
  Failures(diag::Emitter& emitter, bool collects, bool names_absence)
      : emitter_(emitter), collects_(collects), names_absence_(names_absence) {}

  bool any() const { return failure_.has_value(); }
  // Returns whether there is a failure that is not to be reported.
  bool is_abandoned() const { return any() && is_abandoned_; }
  // The failure that there is.
  diag::Diagnostic& current() { return *failure_; }

  // Each does nothing if there is already a failure. Without a span, the location is that of the trace.
  void Begin(source::Span span, std::string message, const Trace& trace);
  void BeginBetween(source::Span place, source::Span other, std::string other_text, std::string message,
                    const Trace& trace);
  void BeginLimit(diag::Kind kind, std::string message, const Trace& trace);
  // `text` is KCL's message of it.
  void Set(diag::Diagnostic failure, std::string text);
  // Records a failure that is never reported, because it is a consequence of a reported one.
  void Abandon();
  // Removes the label for the code evaluated meanwhile; if `at` has a value, only at that location.
  void DiscardSince(source::Span at);

  // Sets another headline, unless it is empty, and a hint for the failure.
  void Advise(std::string headline, std::string hint);
  // Returns KCL's message and clears the failure. Returns an empty string for limits, which are not cleared.
  std::string Take();
  // Reports the failure, if there is one. Returns true if there was none and none was recovered from.
  bool Emit();
  // Reports the failure and continues as if there had been none; returns false if this is not allowed. A
  // failure caused by an unset attribute is reported by Emit only if nothing else was reported, because the
  // missing attribute is.
  bool Recover(bool may);
  // Whether something was reported since the last Emit.
  bool has_reported() const { return is_reported_; }
  // Records that an error was reported elsewhere.
  void SetReported() { is_reported_ = true; }

  static void AddCalls(diag::Diagnostic& diagnostic, const Trace& trace);

 private:
  diag::Emitter& emitter_;
  const bool collects_;
  const bool names_absence_;
  std::optional<diag::Diagnostic> failure_;
  std::string text_;  // KCL's message of the failure
  bool is_reported_ = false;
  bool is_abandoned_ = false;  // the failure is not reported
  source::Span absent_;        // the declaration of the unset attribute that most likely caused the failure
  std::optional<diag::Diagnostic> consequence_;  // the first such failure that was recovered from
  source::Span consequence_of_;                  // its `absent_`
};

}  // namespace kval::kcl::eval
