#include "src/driver/findings/shadowed_violations.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "src/driver/session.h"
#include "src/findings/report_violations.h"

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view> kHidden{diag::Kind::kHiddenError,
                                              "{}; a later layer replaces the value"};

// The value at a path, or null.
const value::Value* ValueAt(const value::Value& root, const diag::Path& path) {
  const value::Value* at = &root;
  for (const diag::PathStep& step : path) {
    const value::Value* child = nullptr;
    if (step.index >= 0 && at->kind == value::Kind::kSequence) {
      const auto index = static_cast<size_t>(step.index);
      child = index < at->items().size() ? at->items()[index] : nullptr;
    } else if (step.index < 0 && at->kind == value::Kind::kMapping) {
      const auto entries = at->entries();
      const auto found = std::find_if(entries.begin(), entries.end(), [&step](const value::Entry& entry) {
        return entry.key->raw == step.key;
      });
      child = found == entries.end() ? nullptr : found->value;
    }
    if (child == nullptr) {
      return nullptr;
    }
    at = child;
  }
  return at;
}

bool Lies(source::Span inner, source::Span outer) {
  return inner.has_value() && outer.begin <= inner.begin && inner.end <= outer.end;
}

// A rule that failed to run is not evidence about the value.
bool IsRuleError(diag::Kind kind) {
  return diag::IsSchemaViolation(kind) && diag::EntryOf(kind).category != diag::Category::kType &&
         kind != diag::Kind::kRuleError;
}

// Whether the array still has an item of the older one: then it was added to, not replaced.
bool IsExtended(const value::Value& older, const value::Value& last) {
  if (older.kind != value::Kind::kSequence || last.kind != value::Kind::kSequence) {
    return false;
  }
  std::unordered_set<uint32_t> places;
  for (const value::Value* item : older.items()) {
    places.insert(item->span.begin);
  }
  return std::any_of(last.items().begin(), last.items().end(), [&places](const value::Value* item) {
    return item->span.has_value() && places.count(item->span.begin) != 0;
  });
}

}  // namespace

void ShadowedViolations::Look(const value::Value& current, source::Span document,
                              check::ValidationState& worker) {
  diag::Collector collector;
  diag::Emitter emit(&collector);
  const size_t printed = session_.printed.size();
  check::ValidationState trial = check::ValidationState::NextTo(worker);  // findings here are discarded
  findings::ReportRuleViolations(current, type_, model_, trial, emit);
  worker.Spend(trial.steps_spent());
  session_.printed.resize(printed);  // the rules run again on the end result
  for (const diag::Diagnostic& error : collector.diagnostics()) {
    if (IsRuleError(error.kind)) {
      Keep(current, document, error);
    }
  }
}

void ShadowedViolations::RecordAllShadowed(const value::Value& current, source::Span document,
                                           const std::function<void(diag::Emitter&)>& check) {
  diag::Collector collector;
  diag::Emitter emit(&collector);
  check(emit);
  for (const diag::Diagnostic& error : collector.diagnostics()) {
    const bool is_about_value = error.kind != diag::Kind::kRuleError && error.kind != diag::Kind::kUnknownKey;
    if (error.severity == diag::Severity::kError && is_about_value) {
      Keep(current, document, error);
    }
  }
}

void ShadowedViolations::Keep(const value::Value& current, source::Span document,
                              const diag::Diagnostic& error) {
  const source::Span at = error.labels.front().span;
  const value::Value* value = Lies(at, document) ? ValueAt(current, error.path) : nullptr;
  const bool may_be_completed =
      value != nullptr && value->kind == value::Kind::kMapping && error.kind != diag::Kind::kTypeMismatch;
  if (value != nullptr && !may_be_completed && seen_.emplace(at.begin, error.kind).second) {
    found_.push_back({error, value});
  }
}

void ShadowedViolations::Report(const value::Value& last) const {
  for (const ShadowedViolation& found : found_) {
    const value::Value* value = ValueAt(last, found.error.path);
    const bool is_there = value != nullptr && value->span == found.value->span;
    if (is_there || (value != nullptr && IsExtended(*found.value, *value))) {
      continue;
    }
    diag::DiagnosticBuilder builder =
        session_.emit.Report(found.error.labels.front().span, kHidden, found.error.message);
    builder.At(found.error.path);
    if (value != nullptr && session_.sources.Contains(value->span)) {
      builder.Related(value->span, "this value is used");
    }
    for (const diag::Label& label : found.error.labels) {
      if (label.role == diag::LabelRole::kSchema) {
        builder.Schema(label.span, label.text);
      }
    }
    builder.Note("the rule is " + diag::CodeOf(found.error.kind) + " (" +
                 std::string(diag::EntryOf(found.error.kind).name) + ")");
    builder.Hint("correct the value, or remove it when it is never used").Emit();
  }
}

}  // namespace kval::driver
