#include "src/lsp/code_actions.h"

#include <algorithm>

#include "src/lsp/cursor_scan.h"
#include "src/lsp/json.h"
#include "src/lsp/text_position.h"

namespace kval::lsp {
namespace {

using Edit = PublishedFix::Edit;

bool Touch(const TextRange& a, const TextRange& b) {
  return a.begin <= b.end && b.begin <= a.end;
}

std::string WorkspaceEdit(std::string_view uri, const std::vector<const Edit*>& edits) {
  std::string all;
  for (const Edit* edit : edits) {
    all.append(all.empty() ? "" : ",").append(edit->json);
  }
  return Joined({R"({"changes":{)", Quoted(uri), ":[", all, "]}}"});
}

std::vector<const Edit*> EditsOf(const PublishedFix& repair) {
  std::vector<const Edit*> edits;
  for (const Edit& edit : repair.edits) {
    edits.push_back(&edit);
  }
  return edits;
}

std::string QuickFix(const PublishedDiagnostic& finding) {
  return Joined({R"({"title":)", Quoted(finding.repair.title),
                 R"(,"kind":"quickfix","isPreferred":true,"diagnostics":[)", finding.json, R"(],"edit":)",
                 WorkspaceEdit(finding.repair.uri, EditsOf(finding.repair)), "}"});
}

// Inserts a comment above the line of a finding that ignores its rule; empty where a comment cannot be: in
// JSON, in strings of several lines, and in ytt's templates, which allow no other comments.
std::string IgnoreAction(const PublishedDiagnostic& finding, const ActionTarget& target) {
  const size_t at = ByteAt(target.text, {finding.range.begin.line, 0});
  const size_t content = std::min(target.text.find_first_not_of(' ', at), target.text.size());
  const CursorSurroundings around = ScanTo(target.text, content);
  const bool has_comments = !target.uri.ends_with(".json") && !target.text.starts_with('{') &&
                            target.text.find("#@") == std::string_view::npos;
  if (!has_comments || around.is_text || around.quote || !target.may_ignore ||
      !target.may_ignore(finding.code)) {
    return {};
  }
  const std::string place = R"({"line":)" + std::to_string(finding.range.begin.line) + R"(,"character":0})";
  const std::string comment =
      std::string(content - at, ' ') + "# kval: ignore " + finding.code + " - reason\n";
  return Joined({R"({"title":"Ignore )", finding.code, R"( here","kind":"quickfix","diagnostics":[)",
                 finding.json, R"(],"edit":{"changes":{)", Quoted(target.uri), R"(:[{"range":{"start":)",
                 place, R"(,"end":)", place, R"(},"newText":)", Quoted(comment), "}]}}}"});
}

// The edits of all fixes of a text that can be made at once: of two that touch each other the first.
std::vector<const Edit*> AllEdits(std::string_view uri, std::span<const PublishedDiagnostic> findings) {
  std::vector<const Edit*> all;
  for (const PublishedDiagnostic& finding : findings) {
    const std::vector<const Edit*> edits = EditsOf(finding.repair);
    const bool is_free =
        finding.repair.uri == uri && std::none_of(edits.begin(), edits.end(), [&](auto* edit) {
          return std::any_of(all.begin(), all.end(),
                             [&](auto* other) { return Touch(edit->range, other->range); });
        });
    if (is_free) {
      all.insert(all.end(), edits.begin(), edits.end());
    }
  }
  return all;
}

}  // namespace

bool IsRequested(std::string_view kind, std::span<const std::string_view> only) {
  return only.empty() || std::any_of(only.begin(), only.end(), [kind](std::string_view one) {
           return kind == one || (kind.starts_with(one) && kind[one.size()] == '.');
         });
}

std::string CodeActions(const ActionTarget& target, std::span<const PublishedDiagnostic> findings,
                        TextRange range, std::span<const std::string_view> only) {
  const std::string_view uri = target.uri;
  std::string json;
  const auto add = [&json](const std::string& action) {
    json.append(json.empty() ? "" : ",").append(action);
  };
  for (const PublishedDiagnostic& finding : findings) {
    if (IsRequested(kQuickFix, only) && !finding.repair.edits.empty() && Touch(finding.range, range)) {
      add(QuickFix(finding));
    }
  }
  std::vector<std::string> ignored;
  for (const PublishedDiagnostic& finding : findings) {
    const std::string action = IsRequested(kQuickFix, only) && Touch(finding.range, range)
                                   ? IgnoreAction(finding, target)
                                   : std::string();
    if (!action.empty() && std::find(ignored.begin(), ignored.end(), action) == ignored.end()) {
      add(action);
      ignored.push_back(action);
    }
  }
  const std::vector<const Edit*> all =
      IsRequested(kFixAll, only) ? AllEdits(uri, findings) : std::vector<const Edit*>();
  if (!all.empty()) {
    add(Joined({R"({"title":"kval: apply all safe fixes","kind":"source.fixAll.kval","edit":)",
                WorkspaceEdit(uri, all), "}"}));
  }
  return Joined({"[", json, "]"});
}

std::vector<SchemaQuery::KnownFinding> FindingsIn(std::span<const PublishedDiagnostic> findings,
                                                  TextRange range) {
  std::vector<SchemaQuery::KnownFinding> found;
  for (const PublishedDiagnostic& finding : findings) {
    if (Touch(finding.range, range)) {
      found.push_back({finding.code, finding.json});
    }
  }
  return found;
}

std::string FindingReference(size_t index) {
  return "kval:finding:" + std::to_string(index);
}

std::string WithFixes(std::string_view result, const SchemaQuery& query) {
  std::string offered(result.starts_with('[') ? result.substr(1, result.size() - 2) : std::string_view());
  for (size_t i = 0; i < query.findings.size(); ++i) {
    const std::string reference = Quoted(FindingReference(i));
    for (size_t at = 0; (at = offered.find(reference, at)) != std::string::npos;) {
      offered.replace(at, reference.size(), query.findings[i].json);
      at += query.findings[i].json.size();
    }
  }
  const std::string_view fixes = query.below;
  const bool has_both = fixes.size() > 2 && !offered.empty();
  return Joined({fixes.substr(0, fixes.size() - 1), has_both ? "," : "", offered, "]"});
}

}  // namespace kval::lsp
