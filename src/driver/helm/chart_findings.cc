#include "src/driver/helm/chart_findings.h"

#include <algorithm>

namespace kval::driver {
namespace {

// Whether the finding could be due to values that a subchart which is not there has or exports.
bool NeedsAbsent(const diag::Diagnostic& finding, const helm::Installable& complete) {
  if (complete.absent.empty()) {
    return false;
  }
  if (!finding.has_path || finding.path.empty()) {
    return finding.has_path;
  }
  return std::any_of(complete.absent.begin(), complete.absent.end(),
                     [&](const helm::ChartDependency* absent) {
                       return finding.path[0].key == (absent->alias.empty() ? absent->name : absent->alias) ||
                              (finding.kind == diag::Kind::kMissingRequired && !absent->imports.empty());
                     });
}

std::pair<uint32_t, uint32_t> PlaceOf(const diag::Diagnostic& finding) {
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels[0].span;
  return {at.begin, at.end};
}

// The null that the user gave for this path.
const value::Value* NullAt(const helm::Table& user, const diag::Path& path) {
  const helm::Table* table = &user;
  for (size_t i = 0; i < path.size() && table != nullptr; ++i) {
    const helm::TableValue* node = path[i].index < 0 ? table->Find(path[i].key) : nullptr;
    if (node == nullptr) {
      return nullptr;
    }
    if (i + 1 == path.size()) {
      return node->is_null() ? node->written : nullptr;
    }
    table = node->table;
  }
  return nullptr;
}

// To Helm a null is no value, but deletes the default.
void ReportDeletion(diag::Diagnostic& finding, const value::Value& null) {
  finding.message = "required key `" + finding.path.back().key + "` is deleted by a null";
  std::erase_if(finding.labels,
                [](const diag::Label& label) { return label.role == diag::LabelRole::kPrimary; });
  finding.labels.insert(
      finding.labels.begin(),
      {null.span, "Helm reads null as: delete the default of the chart", diag::LabelRole::kPrimary});
  finding.found.clear();
  finding.hint = "remove the key to keep the default of the chart, or set a value";
  finding.fix = {};
}

}  // namespace

void MakeSchemaError(diag::Diagnostic& finding) {
  if (diag::CategoryOf(finding.kind).concerns_values) {
    finding.kind = diag::Kind::kBadSchema;
    finding.message =
        "Helm refuses the schema: " + (finding.path.empty() ? "" : diag::Display(finding.path) + ": ") +
        finding.message;
    finding.has_path = false;
    std::erase_if(finding.labels,
                  [](const diag::Label& label) { return label.role != diag::LabelRole::kPrimary; });
  }
}

std::string ChartValuesSink::MessageKey(const diag::Diagnostic& finding) const {
  const source::Span place = finding.labels.empty() ? source::Span() : finding.labels[0].span;
  const std::string what = std::string(diag::EntryOf(finding.kind).name) + " " + finding.message + " ";
  if (place.has_value() && place != whole_) {
    return what + std::to_string(place.begin) + " " + std::to_string(place.end);
  }
  // A missing global value is missing for all charts.
  const auto depth = static_cast<ptrdiff_t>(at_.size());
  const bool is_global = finding.has_path && finding.path.size() > at_.size() &&
                         finding.path[at_.size()] == diag::PathStep::Key("global");
  return is_global ? what + diag::Display({finding.path.begin() + depth, finding.path.end()}) : std::string();
}

// A schema that allows no other keys must declare those that Helm itself puts there.
void ChartValuesSink::ExplainHelmKey(diag::Diagnostic& finding) const {
  const bool is_refused =
      finding.kind == diag::Kind::kUnknownKey || finding.kind == diag::Kind::kKeyNotAllowed;
  if (!is_refused || finding.path.size() != 1) {
    return;
  }
  const std::string& key = finding.path.front().key;
  const bool is_global = key == "global" && !at_.empty();
  const bool is_subchart = std::any_of(chart_.charts.begin(), chart_.charts.end(),
                                       [&](const helm::Chart* sub) { return sub->name() == key; });
  if (!is_global && !is_subchart) {
    return;
  }
  const std::string what = is_global ? "Helm puts `global` into the values of every subchart"
                                     : "Helm puts the values of the subchart `" + key + "` here";
  const bool has_place = std::any_of(finding.labels.begin(), finding.labels.end(), [](const diag::Label& l) {
    return l.role == diag::LabelRole::kPrimary && l.span.has_value();
  });
  if (!has_place && whole_.has_value()) {
    std::erase_if(finding.labels, [](const diag::Label& l) { return l.role == diag::LabelRole::kPrimary; });
    finding.labels.insert(finding.labels.begin(), {whole_, what, diag::LabelRole::kPrimary});
  }
  finding.hint = what + ", whatever the user sets: let the schema of `" + chart_.name() + "` declare `" +
                 key + "`, or allow other keys";
  finding.fix = {};
}

void ChartValuesSink::Consume(diag::Diagnostic finding) {
  ExplainHelmKey(finding);
  if (!at_.empty()) {
    if (finding.has_path) {
      finding.path.insert(finding.path.begin(), at_.begin(), at_.end());
    }
    finding.notes.push_back("of the chart `" + chart_.name() + "`, whose values are `" + diag::Display(at_) +
                            "`");
  }
  const bool is_missing =
      finding.kind == diag::Kind::kMissingRequired || finding.kind == diag::Kind::kNullNotAllowed;
  const bool may_be_missing = origin_.are_partial && is_missing;
  if (may_be_missing || NeedsAbsent(finding, *origin_.complete)) {
    return;
  }
  const std::string key = std::string(diag::EntryOf(finding.kind).name) + " " + diag::Display(finding.path);
  if (finding.has_path && known_.count(key) != 0) {
    return;
  }
  const std::string words = MessageKey(finding);
  if (!words.empty() && reported_.words.try_emplace(words, number_).first->second != number_) {
    return;
  }
  reported_.rules.insert(key);
  if (finding.kind == diag::Kind::kMissingRequired && !finding.path.empty()) {
    if (const value::Value* null = NullAt(*origin_.user, finding.path)) {
      ReportDeletion(finding, *null);
    }
  }
  if (finding.severity == diag::Severity::kError) {
    reported_.error_spans.insert(PlaceOf(finding));
    if (finding.has_path) {
      reported_.error_paths.insert(diag::Display(finding.path));
    }
  }
  emit_.Emit(std::move(finding));
}

void DeferredWarningSink::Consume(diag::Diagnostic finding) {
  if (finding.severity == diag::Severity::kError) {
    emit_.Emit(std::move(finding));
  } else {
    warnings_.push_back(std::move(finding));
  }
}

void DeferredWarningSink::Release(const ReportedFindings& reported) {
  for (diag::Diagnostic& warning : warnings_) {
    const auto place = PlaceOf(warning);
    const bool is_wrong_anyhow = (place.first != 0 && reported.error_spans.contains(place)) ||
                                 (warning.has_path && !warning.path.empty() &&
                                  reported.error_paths.contains(diag::Display(warning.path)));
    if (!is_wrong_anyhow) {
      emit_.Emit(std::move(warning));
    }
  }
  warnings_.clear();
}

}  // namespace kval::driver
