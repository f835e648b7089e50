#include "src/findings/report_violations.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/check/describe.h"
#include "src/check/validator.h"
#include "src/diag/diagnostic.h"
#include "src/findings/render_violation.h"
#include "src/findings/violation_causes.h"
#include "src/source/source_map.h"
#include "src/value/compare.h"

namespace kval::findings {
namespace {

using ValidationScope = check::Validator::ValidationScope;

using value::Value;

struct Child {
  source::Span span;  // of the key, or of the item
  const Value* value = nullptr;
};

Child ChildAt(const Value& parent, const diag::PathStep& step, check::ValidationState& worker) {
  if (parent.kind == value::Kind::kSequence && step.index >= 0) {
    const std::span<const Value* const> items = parent.items();
    const auto index = static_cast<size_t>(step.index);
    return index < items.size() ? Child{items[index]->span, items[index]} : Child();
  }
  const bool is_key = parent.kind == value::Kind::kMapping && step.index < 0;
  const value::Entry* entry = is_key ? worker.EntryOf(parent, step.key) : nullptr;
  return entry == nullptr ? Child() : Child{entry->key->span, entry->value};
}

bool Contains(const Value& collection, source::Span child) {
  return std::ranges::any_of(collection.entries(),
                             [&](const auto& entry) { return entry.key->span == child; }) ||
         std::ranges::any_of(collection.items(), [&](const Value* item) { return item->span == child; });
}

bool IsAlias(const Value& node, const source::SourceMap& sources) {
  return node.is_collection() && node.span.has_value() && sources.Text(node.span).starts_with('*');
}

// The place of the merge key `<<` in `map` if it supplied the child at `child`, which is then outside of the
// map in the same file; unset otherwise. Merge keys of maps inside `map` are in other columns.
source::Span MergeKeyWith(const Value& map, source::Span child, const source::SourceMap& sources) {
  constexpr std::string_view kMergeKey = "<<";
  const bool is_inside = map.span.begin <= child.begin && child.end <= map.span.end;
  if (map.kind != value::Kind::kMapping || !map.span.has_value() || !sources.Contains(child) || is_inside ||
      &sources.FileOf(map.span) != &sources.FileOf(child)) {
    return {};
  }
  const std::string_view text = sources.Text(map.span);
  const uint32_t column = sources.Locate(map.span.begin).column;
  for (size_t at = text.find(kMergeKey); at != std::string_view::npos; at = text.find(kMergeKey, at + 1)) {
    const auto begin = map.span.begin + static_cast<uint32_t>(at);
    if (text.starts_with('{') || sources.Locate(begin).column == column) {
      return {begin, begin + static_cast<uint32_t>(kMergeKey.size())};
    }
  }
  return {};
}

// The place of the alias or merge key among the layers of `merged` that supplied the child at `child`; unset
// otherwise. Layers without either are not searched, so that the cost does not grow with their entries.
source::Span AliasWith(const Value& merged, source::Span child, const source::SourceMap& sources) {
  const auto in_layer = [&](const Value& layer) {
    const source::Span place = IsAlias(layer, sources) ? layer.span : MergeKeyWith(layer, child, sources);
    return place.has_value() && Contains(layer, child) ? place : source::Span();
  };
  const Value* layer = &merged;
  for (; layer != nullptr && layer->origin() != nullptr; layer = layer->origin()->left) {
    const Value* right = layer->origin()->right;
    if (const source::Span place = right == nullptr ? source::Span() : in_layer(*right); place.has_value()) {
      return place;
    }
  }
  return layer == nullptr ? source::Span() : in_layer(*layer);
}

// Shows the alias first for a finding about a value below an alias (`image: *i`, `<<: *i`): the text at the
// anchor may be correct there. Makes the alias the primary label of `finding`, and the former primary label
// the second one. Other findings remain unchanged. Requires: the path of `finding` starts at `root`;
// `sources` contains the text of the values. Cost: linear in the length of the path and in the entries of the
// maps on it that several layers merged.
void ShowAlias(const Value& root, const source::SourceMap& sources, check::ValidationState& worker,
               diag::Diagnostic& finding) {
  if (finding.labels.empty() || !finding.labels.front().span.has_value()) {
    return;
  }
  diag::Label& first = finding.labels.front();
  const Value* at = &root;
  for (const diag::PathStep& step : finding.path) {
    const Child child = ChildAt(*at, step, worker);
    if (child.value == nullptr) {
      return;
    }
    if (const source::Span place = AliasWith(*at, child.span, sources); place.has_value()) {
      const bool is_merge_key = sources.Text(place).starts_with('<');
      diag::Label alias{place, is_merge_key ? "merged by this key" : "the value of this alias",
                        diag::LabelRole::kPrimary};
      first.role = diag::LabelRole::kRelated;
      first.text = first.text.empty() ? "the value is defined here" : first.text + ", defined here";
      finding.value_span = first.span;
      finding.labels.insert(finding.labels.begin(), std::move(alias));
      return;
    }
    at = child.value;
  }
}

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
  SupersedingSink(const value::Value& document, const source::SourceMap* sources,
                  check::ValidationState& worker, diag::Emitter& emit)
      : document_(document), sources_(sources), worker_(worker), emit_(emit) {}

  void Follow(std::vector<diag::DiagnosticRef> superseded_by) { superseded_by_ = std::move(superseded_by); }
  void Consume(diag::Diagnostic finding) override {
    finding.superseded_by.insert(finding.superseded_by.end(), superseded_by_.begin(), superseded_by_.end());
    if (sources_ != nullptr) {
      ShowAlias(document_, *sources_, worker_, finding);
    }
    emit_.Emit(std::move(finding));
  }

 private:
  const value::Value& document_;
  const source::SourceMap* sources_;
  check::ValidationState& worker_;
  diag::Emitter& emit_;
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
  SupersedingSink following(value, options.sources, worker, emit);
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
