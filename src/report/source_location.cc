#include "src/report/source_location.h"

#include <algorithm>

#include "src/diag/resource_rule.h"
#include "src/report/file_name.h"
#include "src/report/text.h"

namespace kval::report {

Position GetPosition(const source::SourceFile& file, uint32_t offset) {
  const uint32_t line = file.LineOf(offset);
  const source::Length before = file.Before(std::min(offset, file.LineSpan(line).end));
  return {line, before.code_points + 1, before.bytes + 1, before.utf16 + 1,
          offset - file.base() + file.mark_size()};
}

SourceLocation PlaceOf(const source::SourceMap& sources, source::Span span) {
  const source::SourceFile& file = sources.FileOf(span);
  return {file.name(), GetPosition(file, span.begin), GetPosition(file, std::min(span.end, file.span().end))};
}

const diag::Label* GetPrimaryLabel(const Findings& findings, const diag::Diagnostic& diagnostic) {
  if (diagnostic.labels.empty() || !findings.sources.Contains(diagnostic.labels.front().span)) {
    return nullptr;
  }
  return &diagnostic.labels.front();
}

bool IsFixable(const Findings& findings, const diag::Diagnostic& diagnostic) {
  const std::vector<diag::Edit>& edits = diagnostic.fix.edits;
  return !edits.empty() && std::all_of(edits.begin(), edits.end(), [&](const diag::Edit& edit) {
    return edit.span.has_value() && findings.sources.Contains(edit.span);
  });
}

std::string Display(const SourceLocation& place) {
  return EscapeLineStart(place.file) + ":" + std::to_string(place.begin.line) + ":" +
         std::to_string(place.begin.column);
}

std::string RelativeName(std::string_view name, const RenderOptions& options) {
  std::string out = ValidUtf8(name);
  while (out.starts_with("./")) {
    out.erase(0, 2);
  }
  std::string root = options.root;
  while (root.ends_with('/')) {
    root.pop_back();
  }
  // Pipelines name files relative to the workspace, wherever kval runs. Names that are not files are
  // unchanged.
  if (IsFileName(out) && out[0] != '/' && !root.empty() && options.directory.starts_with(root + "/")) {
    out = options.directory + "/" + out;
  }
  if (!root.empty() && out.starts_with(root + "/")) {
    out.erase(0, root.size() + 1);
  }
  return out;
}

std::string Headline(const diag::Diagnostic& diagnostic) {
  if (!diagnostic.has_path || diagnostic.path.empty()) {
    return diagnostic.message;
  }
  return diag::Display(diagnostic.path) + ": " + diagnostic.message;
}

std::string RuleUrl(diag::Kind kind, const RenderOptions& options) {
  return options.rules_url.empty() ? std::string() : options.rules_url + diag::CodeOf(diag::GroupOf(kind));
}

}  // namespace kval::report
