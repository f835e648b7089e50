#include "src/check/checker.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "src/check/alias_location.h"
#include "src/check/describe.h"
#include "src/check/render_violation.h"
#include "src/check/validator.h"
#include "src/value/compare.h"

namespace kval::check {
namespace {

constexpr diag::Def<uint64_t> kTooMuchWork{diag::Kind::kLimitSteps,
                                           "validating this document exceeds the limit of {} steps"};
constexpr diag::Def<std::string> kEndless{diag::Kind::kLimitSteps,
                                          "the default of `{}` has no end: making it needs itself"};
constexpr diag::Def<> kTooDeep{diag::Kind::kLimitDepth,
                               "this document is nested more deeply than it can be checked"};

bool IsAboutShape(const Violation& error) {
  return error.rule == nullptr;
}

// Where keys are missing that conditions ask about, by the map and the key.
class MissingKeys {
 public:
  explicit MissingKeys(const Violations& errors) {
    const bool has_any = std::any_of(errors.begin(), errors.end(),
                                     [](const Violation& error) { return error.undecided_map != nullptr; });
    for (const Violation& error : errors) {
      const auto* missing = error.As<violation::MissingKey>();
      if (has_any && missing != nullptr && error.undecided_map == nullptr) {
        diag::Path path = error.path;
        path.push_back(diag::PathStep::Key(missing->name));
        known_.emplace(std::pair(error.value, missing->name),
                       diag::DiagnosticRef{diag::Kind::kMissingRequired, PlaceOf(error.key, *error.value),
                                           diag::Display(path)});
      }
    }
  }

  // The findings that explain this violation.
  std::vector<diag::DiagnosticRef> Of(const Violation& error) const {
    std::vector<diag::DiagnosticRef> telling;
    for (const std::string& key : error.undecided_by) {
      const auto found = known_.find({error.undecided_map, key});
      if (found != known_.end()) {
        telling.push_back(found->second);
      }
    }
    return telling;
  }

 private:
  std::map<std::pair<const value::Value*, std::string>, diag::DiagnosticRef> known_;
};

// Forwards the findings of `document`, each with the findings that supersede it and with the alias above its
// value.
class SupersedingSink final : public diag::Sink {
 public:
  SupersedingSink(const value::Value& document, const source::SourceMap* sources, ValidationState& worker,
                  diag::Emitter& emit)
      : document_(document), sources_(sources), worker_(worker), emit_(emit) {}

  void Follow(std::vector<diag::DiagnosticRef> superseded_by) { reported_by_ = std::move(superseded_by); }
  void Consume(diag::Diagnostic finding) override {
    finding.superseded_by.insert(finding.superseded_by.end(), reported_by_.begin(), reported_by_.end());
    if (sources_ != nullptr) {
      ShowAlias(document_, *sources_, worker_, finding);
    }
    emit_.Emit(std::move(finding));
  }

 private:
  const value::Value& document_;
  const source::SourceMap* sources_;
  ValidationState& worker_;
  diag::Emitter& emit_;
  std::vector<diag::DiagnosticRef> reported_by_;
};

// An incompletely validated document is never valid.
void ReportLimit(const value::Value& document, const ValidationState& worker, diag::Emitter& emit) {
  const source::Span place = PlaceOf(nullptr, document);
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

bool Run(const value::Value& value, types::TypeId type, Validator::ValidationScope scope,
         const types::Model& model, const CheckOptions& options, ValidationState& worker,
         diag::Emitter& emit) {
  Violations errors;
  Validator::ValidationMode plan;
  plan.scope = scope;
  plan.is_partial = options.partial;
  plan.records_tainted = true;
  worker.BeginRun(type);
  SupersedingSink following(value, options.sources, worker, emit);
  diag::Emitter with_others(&following);
  ViolationRenderer words(model, options, worker, with_others);
  const std::function<void(Violations&)> take = [&](Violations& found) {
    if (scope == Validator::ValidationScope::kBoth) {
      std::stable_partition(found.begin(), found.end(), IsAboutShape);
    }
    const MissingKeys missing(found);
    for (const Violation& error : found) {
      following.Follow(missing.Of(error));
      words.Report(error);
    }
    found.clear();
  };
  plan.take = &take;
  const ValidationResult outcome =
      Validator(model, worker, plan, &errors).Run(ValueCursor::Document(value), type);
  take(errors);
  if (worker.ReportsLimit()) {
    ReportLimit(value, worker, emit);
  }
  return outcome.holds && !worker.IsExhausted() && !worker.IsTooDeep();
}

}  // namespace

bool Check(const value::Value& document, const types::Model& model, const CheckOptions& options,
           ValidationState& worker, diag::Emitter& emit) {
  return Run(document, model.root().type, Validator::ValidationScope::kBoth, model, options, worker, emit);
}

bool CheckShape(const value::Value& value, types::TypeId type, const types::Model& model,
                const CheckOptions& options, ValidationState& worker, diag::Emitter& emit) {
  return Run(value, type, Validator::ValidationScope::kShape, model, options, worker, emit);
}

bool CheckShape(const value::Value& document, const types::Model& model, const CheckOptions& options,
                ValidationState& worker, diag::Emitter& emit) {
  return CheckShape(document, model.root().type, model, options, worker, emit);
}

bool CheckRules(const value::Value& value, types::TypeId type, const types::Model& model,
                ValidationState& worker, diag::Emitter& emit) {
  return !model.has_rules() || Run(value, type, Validator::ValidationScope::kRules, model, {}, worker, emit);
}

bool CheckRules(const value::Value& document, const types::Model& model, ValidationState& worker,
                diag::Emitter& emit, const CheckOptions& options) {
  return !model.has_rules() ||
         Run(document, model.root().type, Validator::ValidationScope::kRules, model, options, worker, emit);
}

bool Fits(const value::Value& value, types::TypeId type, const types::Model& model, ValidationState& worker) {
  return Validator(model, worker, {}, nullptr).Fits(ValueCursor::Document(value), type);
}

bool Fits(const value::Value& value, types::TypeId type, const types::Model& model) {
  ValidationState worker;
  return Fits(value, type, model, worker) && !worker.IsExhausted() && !worker.IsTooDeep();
}

}  // namespace kval::check
