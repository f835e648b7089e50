#include "src/findings/report_violations.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "src/check/describe.h"
#include "src/check/validator.h"
#include "src/diag/diagnostic.h"
#include "src/findings/alias_location.h"
#include "src/findings/render_violation.h"
#include "src/findings/violation_causes.h"
#include "src/source/source_map.h"
#include "src/value/compare.h"

namespace kval::findings {
namespace {

using ValidationScope = check::Validator::ValidationScope;

using value::Value;

constexpr diag::Def<uint64_t> kTooMuchWork{diag::Kind::kLimitSteps,
                                           "validating this document exceeds the limit of {} steps"};

constexpr diag::Def<std::string> kEndless{diag::Kind::kLimitSteps,
                                          "the default of `{}` has no end: making it needs itself"};

constexpr diag::Def<> kTooDeep{diag::Kind::kLimitDepth,
                               "this document is nested more deeply than it can be checked"};

// Forwards the findings of `document`, each with the findings that supersede it and with the alias above its
// value.
class SupersedingSink final : public diag::Sink {
 public:
  SupersedingSink(const value::Value& document, const source::SourceMap* sources, diag::Emitter& emit)
      : document_(document), sources_(sources), emit_(emit) {}

  void Follow(std::vector<diag::DiagnosticRef> superseded_by) { superseded_by_ = std::move(superseded_by); }
  void Consume(diag::Diagnostic finding) override {
    finding.superseded_by.insert(finding.superseded_by.end(), superseded_by_.begin(), superseded_by_.end());
    if (sources_ != nullptr) {
      ShowAlias(document_, *sources_, keys_, finding);
    }
    emit_.Emit(std::move(finding));
  }

 private:
  const value::Value& document_;
  const source::SourceMap* sources_;
  diag::Emitter& emit_;
  value::EntryIndex keys_;
  std::vector<diag::DiagnosticRef> superseded_by_;
};

// An incompletely validated document is never valid.
void ReportLimit(const value::Value& document, const check::ValidationState& worker, diag::Emitter& emit) {
  const source::Span place = check::PlaceOf(nullptr, document);
  if (const types::Field* field = worker.infinite_default()) {
    emit.Report(place, kEndless, value::PlainText(*field->key))
        .Label("the content of this value was not fully checked")
        .Schema(field->span, "the type of this key is recursive")
        .Hint("make the key optional, or give it a default without the key")
        .Emit();
  } else if (worker.IsExhausted()) {
    emit.Report(place, kTooMuchWork, worker.step_limit())
        .Label("the content of this value was not fully checked")
        .Emit();
  } else {
    emit.Report(place, kTooDeep).Label("the deepest levels of this value were not checked").Emit();
  }
}

bool Run(const value::Value& value, types::TypeId type, ValidationScope scope, const types::Model& model,
         const ReportOptions& options, check::ValidationState& worker, diag::Emitter& emit) {
  check::Violations errors;
  check::Validator::ValidationMode plan;
  plan.scope = scope;
  plan.is_partial = options.partial;
  plan.records_tainted = true;
  worker.BeginRun(type);
  SupersedingSink following(value, options.sources, emit);
  diag::Emitter with_others(&following);
  ViolationRenderer words(model, options, worker, with_others);
  CauseFinder causes(value, model, worker);
  const std::function<void(check::Violations&)> take = [&](check::Violations& found) {
    if (scope == ValidationScope::kBoth) {
      std::stable_partition(found.begin(), found.end(),
                            [](const check::Violation& error) { return error.rule == nullptr; });
    }
    for (ExplainedViolation& explained : causes.Explain(found)) {
      if (!explained.is_in_earlier_finding) {
        following.Follow(std::move(explained.superseded_by));
        words.Report(explained);
      }
    }
    found.clear();
  };
  plan.take = &take;
  const check::ValidationResult outcome =
      check::Validator(model, worker, plan, &errors).Run(check::ValueCursor::Document(value), type);
  take(errors);
  if (worker.ReportsLimit()) {
    ReportLimit(value, worker, emit);
  }
  return outcome.holds && !worker.IsExhausted() && !worker.IsTooDeep();
}

}  // namespace

bool ReportViolations(const value::Value& document, const types::Model& model, const ReportOptions& options,
                      check::ValidationState& worker, diag::Emitter& emit) {
  return Run(document, model.root().type, ValidationScope::kBoth, model, options, worker, emit);
}

bool ReportShapeViolations(const value::Value& value, types::TypeId type, const types::Model& model,
                           const ReportOptions& options, check::ValidationState& worker,
                           diag::Emitter& emit) {
  return Run(value, type, ValidationScope::kShape, model, options, worker, emit);
}

bool ReportShapeViolations(const value::Value& document, const types::Model& model,
                           const ReportOptions& options, check::ValidationState& worker,
                           diag::Emitter& emit) {
  return ReportShapeViolations(document, model.root().type, model, options, worker, emit);
}

bool ReportRuleViolations(const value::Value& value, types::TypeId type, const types::Model& model,
                          check::ValidationState& worker, diag::Emitter& emit) {
  return !model.has_rules() || Run(value, type, ValidationScope::kRules, model, {}, worker, emit);
}

bool ReportRuleViolations(const value::Value& document, const types::Model& model,
                          check::ValidationState& worker, diag::Emitter& emit, const ReportOptions& options) {
  return !model.has_rules() ||
         Run(document, model.root().type, ValidationScope::kRules, model, options, worker, emit);
}

}  // namespace kval::findings
