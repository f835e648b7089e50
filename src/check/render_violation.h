#pragma once

#include <string>
#include <vector>

#include "src/check/check_options.h"
#include "src/check/validation_state.h"
#include "src/check/violation.h"
#include "src/diag/emitter.h"
#include "src/types/model.h"

namespace kval::check {

// Renders violations as diagnostics. Omits a violation if one of its kind was reported at the location.
class ViolationRenderer {
 public:
  ViolationRenderer(const types::Model& model, const CheckOptions& options, ValidationState& worker,
                    diag::Emitter& emit)
      : model_(model), options_(options), worker_(worker), emit_(emit) {}

  void Report(const Violation& error);

 private:
  // Returns the literals that the type allows, up to the limit on comparisons with the value.
  std::vector<const value::Value*> ComparedLiterals(const types::Type& type);
  // CollectAllFields of the type, cached for consecutive violations of one map.
  const types::Record& AllFieldsOf(types::TypeId type);
  void Mismatch(const Violation& error);
  void NoArm(const Violation& error);
  void UnknownKey(const Violation& error);
  void MissingKey(const Violation& error);
  void KeyCount(const Violation& error);
  void BrokenKeyRule(const Violation& error);

  // Adds a hint and, if certain, a fix.
  void SuggestFix(const value::Value& value, const types::Type& type, diag::DiagnosticBuilder& builder);

  const types::Model& model_;
  const CheckOptions& options_;
  ValidationState& worker_;
  diag::Emitter& emit_;
  size_t visited_ = 0;  // by AddAncestorLabels
  types::TypeId united_of_;
  types::Record united_;
};

// Reports a rule that failed or could not be evaluated. `document` is the schema's declaration of the
// document if the rule is about it. Suggests a listed value while the budget, if any, permits comparisons.
void ReportRule(const Violation& error, diag::Emitter& emit, source::Span document = {},
                Budget* budget = nullptr);

// Reports a violated assertion over types.
void ReportAssertion(const Violation& error, const types::Model& model, ValidationState& worker,
                     diag::Emitter& emit);

}  // namespace kval::check
