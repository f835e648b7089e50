#pragma once

#include <vector>

#include "src/check/validation_state.h"
#include "src/check/violation.h"
#include "src/diag/emitter.h"
#include "src/findings/report_options.h"
#include "src/findings/violation_causes.h"
#include "src/types/model.h"

namespace kval::findings {

// Renders violations as diagnostics. Omits a violation if one of its kind was reported at the location.
class ViolationRenderer {
 public:
  ViolationRenderer(const types::Model& model, const ReportOptions& options, check::ValidationState& worker,
                    diag::Emitter& emit)
      : model_(model), options_(options), worker_(worker), emit_(emit) {}

  void Report(const ExplainedViolation& explained);

 private:
  // Returns the literals that the type allows, up to the limit on comparisons with the value.
  std::vector<const value::Value*> ComparedLiterals(const types::Type& type);
  // CollectAllFields of the type, cached for consecutive violations of one map.
  const types::Record& AllFieldsOf(types::TypeId type);
  void Render(const check::Violation& error, const check::violation::Mismatch& mismatch);
  void Render(const check::Violation& error, const check::violation::NoUnionMember& none);
  void Render(const check::Violation& error, const check::violation::UnknownKey& unknown);
  void Render(const check::Violation& error, const check::violation::MissingKey& missing);
  void Render(const check::Violation& error, const check::violation::KeyCount& keys);
  void Render(const check::Violation& error, const check::violation::BrokenKeyRule& broken);
  void Render(const check::Violation& error, const check::violation::FailedRule& failed);
  template <typename Assertion>
  void Render(const check::Violation& error, const Assertion& violated);

  // Adds a hint and, if certain, a fix.
  void SuggestFix(const value::Value& value, const types::Type& type, diag::DiagnosticBuilder& builder);

  const types::Model& model_;
  const ReportOptions& options_;
  check::ValidationState& worker_;
  diag::Emitter& emit_;
  const UnknownKeyCause* cause_ = nullptr;  // of the current violation
  size_t visited_ = 0;                      // by AddAncestorLabels
  types::TypeId united_of_;
  types::Record united_;
};

// Reports a rule that failed or could not be evaluated. `document` is the schema's declaration of the
// document if the rule is about it. Suggests a listed value while the budget, if any, permits comparisons.
void ReportRule(const check::Violation& error, const check::violation::FailedRule& failed,
                diag::Emitter& emit, source::Span document = {}, check::Budget* budget = nullptr);

// Reports a violated assertion over types. Defined for the kinds that render_assertion.cc instantiates.
template <typename Assertion>
void ReportAssertion(const check::Violation& error, const Assertion& violated, const types::Model& model,
                     check::ValidationState& worker, diag::Emitter& emit);

}  // namespace kval::findings
