#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/api/schema_info.h"
#include "src/cli/lsp/code_actions.h"
#include "src/cli/lsp/completion.h"
#include "src/cli/lsp/document_schema.h"
#include "src/diag/kind.h"
#include "src/lsp/code_actions.h"
#include "src/lsp/results.h"
#include "src/lsp/structure/values_insertion.h"

namespace kval::cli {
namespace {

using lsp::NodeKind;
using lsp::NodeRole;
using lsp::TextTree;

std::string TitleOf(const std::vector<api::KeyInfo>& keys) {
  constexpr size_t kMostNames = 4;
  std::string title = keys.size() == 1 ? "Add the missing key " : "Add the missing keys ";
  for (size_t i = 0; i < std::min(keys.size(), kMostNames); ++i) {
    title += (i == 0 ? "`" : ", `") + keys[i].key + "`";
  }
  return title + (keys.size() > kMostNames ? ", …" : "");
}

class RequiredKeys {
 public:
  explicit RequiredKeys(const ActionRequest& request)
      : request_(request),
        tree_(request.text),
        schema_(request.opened, request.query.path, request.environment) {}

  void Add(std::vector<lsp::OfferedAction>& actions) {
    const std::optional<size_t> key = KeyAt(request_.selection.begin);
    if (!key) {
      return;
    }
    schema_.Compile();
    const api::SchemaInfoUse use =
        request_.query.has_snippets ? api::SchemaInfoUse::kKeyCompletion : api::SchemaInfoUse::kFill;
    const api::SchemaInfo info = schema_.MeaningAt(request_.text, tree_.nodes()[*key].range.begin, use);
    AddTo(tree_.nodes()[*key].parent, info.sibling_keys, actions);
    AddTo(tree_.ValueOf(*key), info.keys, actions);
  }

 private:
  // The key of the entry that a position is in the first line of, or nullopt.
  std::optional<size_t> KeyAt(size_t at) const {
    // The spaces and dashes before a key belong to its line.
    while (at < request_.text.size() &&
           std::string_view(" -").find(request_.text[at]) != std::string_view::npos) {
      ++at;
    }
    std::optional<size_t> node = tree_.NodeAt(at);
    if (node && tree_.nodes()[*node].kind == NodeKind::kMapping) {
      const lsp::TextNode& mapping = tree_.nodes()[*node];
      const bool has_braces = request_.text[mapping.range.begin] == '{';
      if (has_braces && at == mapping.range.end && mapping.role == NodeRole::kValue) {
        return mapping.key;
      }
      return has_braces && mapping.next > *node + 1 ? std::optional(*node + 1) : std::nullopt;
    }
    while (node && tree_.nodes()[*node].role != NodeRole::kKey) {
      const lsp::TextNode& read = tree_.nodes()[*node];
      if (read.role == NodeRole::kDocument || read.kind == NodeKind::kMapping) {
        return std::nullopt;
      }
      node = read.role == NodeRole::kValue ? read.key : read.parent;
    }
    return node;
  }

  // Adds the missing keys among those that the schema declares for a map.
  void AddTo(size_t map, const std::vector<api::KeyInfo>& declared,
             std::vector<lsp::OfferedAction>& actions) {
    std::vector<api::KeyInfo> missing;
    std::copy_if(declared.begin(), declared.end(), std::back_inserter(missing), [](const api::KeyInfo& key) {
      return key.is_required && !key.is_present && !key.key.empty();
    });
    const lsp::TextNode& node = tree_.nodes()[map];
    const bool has_end = lsp::IsBlockMapping(tree_, map) || request_.text[node.range.end - 1] == '}';
    if (missing.empty() || node.kind != NodeKind::kMapping || node.next == map + 1 || !has_end) {
      return;
    }
    lsp::OfferedAction action;
    action.title = TitleOf(missing);
    action.finding = FindingAbout(missing);
    action.kind = action.finding ? lsp::kQuickFix : lsp::kRewrite;
    if (!request_.Wants(action.kind)) {
      return;
    }
    action.files.push_back(request_.EditsOf(request_.query.path, request_.text));
    action.files.back().edits.push_back(lsp::IsBlockMapping(tree_, map) ? BlockEdit(map, missing)
                                                                        : FlowEdit(map, missing));
    actions.push_back(std::move(action));
  }

  // The finding at the place that reports one of the keys.
  std::optional<size_t> FindingAbout(const std::vector<api::KeyInfo>& missing) const {
    const std::vector<lsp::SchemaQuery::KnownFinding>& findings = request_.query.findings;
    const std::string code = diag::CodeOf(diag::Kind::kMissingRequired);
    for (size_t i = 0; i < findings.size(); ++i) {
      const bool is_about = findings[i].code == code &&
                            std::any_of(missing.begin(), missing.end(), [&](const api::KeyInfo& key) {
                              return findings[i].json.find("`" + key.key + "`") != std::string::npos;
                            });
      if (is_about) {
        return i;
      }
    }
    return std::nullopt;
  }

  lsp::FileEdit BlockEdit(size_t map, const std::vector<api::KeyInfo>& missing) const {
    const size_t column = lsp::ColumnOfKeys(tree_, map);
    std::string lines;
    for (const api::KeyInfo& key : missing) {
      lines += (lines.empty() ? "" : "\n") + std::string(column, ' ') + BlockEntry(key, column);
    }
    lsp::FileEdit edit = lsp::AppendLines(tree_, map, lines);
    if (request_.query.has_snippets) {
      edit.text = lsp::SnippetOf(edit.text);
      edit.is_snippet = true;
    }
    return edit;
  }

  lsp::FileEdit FlowEdit(size_t map, const std::vector<api::KeyInfo>& missing) const {
    const std::string& text = request_.text;
    const size_t last = text.find_last_not_of(" \r\n", tree_.nodes()[map].range.end - 2);
    lsp::FileEdit edit{{last + 1, last + 1}, {}};
    const bool is_json = text[tree_.nodes()[map + 1].range.begin] == '"';
    for (const api::KeyInfo& key : missing) {
      const bool has_comma = edit.text.empty() && text[last] == ',';
      edit.text += (has_comma ? " " : ", ") + (is_json ? "\"" + key.key + "\"" : WrittenKey(key.key)) + ": " +
                   key.example;
    }
    return edit;
  }

  const ActionRequest& request_;
  TextTree tree_;
  DocumentSchema schema_;
};

}  // namespace

void AddRequiredKeys(const ActionRequest& request, std::vector<lsp::OfferedAction>& actions) {
  if (request.Wants(lsp::kQuickFix) || request.Wants(lsp::kRewrite)) {
    RequiredKeys(request).Add(actions);
  }
}

}  // namespace kval::cli
