#include "src/api/findings.h"

#include <utility>

namespace kval::api {
namespace {

Severity SeverityOf(diag::Severity severity) {
  switch (severity) {
    case diag::Severity::kNote:
      return Severity::kNote;
    case diag::Severity::kWarning:
      return Severity::kWarning;
    case diag::Severity::kError:
      return Severity::kError;
  }
  return Severity::kError;
}

LabelRole RoleOf(diag::LabelRole role) {
  switch (role) {
    case diag::LabelRole::kPrimary:
      return LabelRole::kPrimary;
    case diag::LabelRole::kSchema:
      return LabelRole::kSchema;
    case diag::LabelRole::kRelated:
      return LabelRole::kRelated;
    case diag::LabelRole::kOrigin:
      return LabelRole::kOrigin;
    case diag::LabelRole::kCall:
      return LabelRole::kCall;
    case diag::LabelRole::kRendered:
      return LabelRole::kRendered;
  }
  return LabelRole::kRelated;
}

// A repair of which a part has no place in a text is none.
void AddRepair(const diag::Fix& fix, const source::SourceMap& sources, Finding& finding) {
  for (const diag::Edit& edit : fix.edits) {
    finding.edits.push_back({ToSourceLocation(edit.span, sources), edit.text});
    if (!finding.edits.back().place) {
      finding.edits.clear();
      return;
    }
  }
  finding.repair = finding.edits.empty() ? std::string() : fix.title;
}

Finding ToFinding(const diag::Diagnostic& diagnostic, const source::SourceMap& sources) {
  Finding finding = MakeFinding(diagnostic.kind, diagnostic.message);
  finding.severity = SeverityOf(diagnostic.severity);
  finding.has_path = diagnostic.has_path;
  finding.path = PathOf(diagnostic.path);
  finding.path_text = diag::Display(diagnostic.path);
  for (const diag::Label& label : diagnostic.labels) {
    finding.labels.push_back({RoleOf(label.role), ToSourceLocation(label.span, sources), label.text});
    const Label& added = finding.labels.back();
    if (added.role == LabelRole::kPrimary && !finding.value) {
      finding.value = added.place;
    } else if (added.role == LabelRole::kSchema && !finding.schema) {
      finding.schema = added.place;
    }
  }
  finding.found = diagnostic.found;
  finding.expected = diagnostic.expected;
  finding.notes = diagnostic.notes;
  finding.hint = diagnostic.hint;
  AddRepair(diagnostic.fix, sources, finding);
  return finding;
}

}  // namespace

SourceLocation ToSourceLocation(source::Span span, const source::SourceMap& sources) {
  SourceLocation place;
  if (!span.has_value() || !sources.Contains(span)) {
    return place;
  }
  const source::SourceFile& file = sources.FileOf(span);
  const source::LineColumn begin = file.Locate(span.begin);
  const source::LineColumn end = file.Locate(span.end);
  place.file = file.name();
  place.begin = span.begin - file.base();
  place.end = span.end - file.base();
  place.line = begin.line;
  place.column = begin.column;
  place.end_line = end.line;
  place.end_column = end.column;
  return place;
}

std::vector<PathStep> PathOf(const diag::Path& path) {
  std::vector<PathStep> steps;
  for (const diag::PathStep& step : path) {
    steps.push_back({step.key, step.index});
  }
  return steps;
}

Finding MakeFinding(diag::Kind kind, std::string message) {
  const diag::KindEntry& entry = diag::EntryOf(kind);
  Finding finding;
  finding.rule = diag::CodeOf(kind);
  finding.name = entry.name;
  finding.severity = SeverityOf(entry.severity);
  finding.message = std::move(message);
  return finding;
}

std::vector<Finding> ToFindings(const std::vector<diag::Diagnostic>& diagnostics,
                                const source::SourceMap& sources) {
  std::vector<Finding> findings;
  findings.reserve(diagnostics.size());
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    findings.push_back(ToFinding(diagnostic, sources));
  }
  return findings;
}

}  // namespace kval::api
