#include "src/lsp/code_actions.h"

#include <algorithm>
#include <vector>

#include "src/lsp/json.h"

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

// The edits of all repairs of a text that can be made at once: of two that touch each other the first.
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

std::string CodeActions(std::string_view uri, std::span<const PublishedDiagnostic> findings, TextRange range,
                        std::span<const std::string_view> only) {
  std::string json;
  const auto add = [&json](const std::string& action) {
    json.append(json.empty() ? "" : ",").append(action);
  };
  for (const PublishedDiagnostic& finding : findings) {
    if (IsRequested(kQuickFix, only) && !finding.repair.edits.empty() && Touch(finding.range, range)) {
      add(QuickFix(finding));
    }
  }
  const std::vector<const Edit*> all =
      IsRequested(kFixAll, only) ? AllEdits(uri, findings) : std::vector<const Edit*>();
  if (!all.empty()) {
    add(Joined({R"({"title":"kval: make all certain repairs","kind":"source.fixAll.kval","edit":)",
                WorkspaceEdit(uri, all), "}"}));
  }
  return Joined({"[", json, "]"});
}

}  // namespace kval::lsp
