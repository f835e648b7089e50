#include "src/cli/lsp_structure.h"

#include <optional>
#include <vector>

#include "src/cli/lsp_links.h"
#include "src/lsp/structure/foldings.h"
#include "src/lsp/structure/occurrences.h"
#include "src/lsp/structure/selections.h"
#include "src/lsp/structure/structure_results.h"
#include "src/lsp/structure/symbols.h"
#include "src/lsp/structure/text_tree.h"
#include "src/lsp/text_position.h"

namespace kval::cli {
namespace {

using QueryKind = lsp::SchemaQuery::QueryKind;

// Nullopt for files without a structure.
std::optional<lsp::TextLanguage> LanguageOf(const std::string& path, const OpenDocuments& opened,
                                            const ProcessEnvironment& environment) {
  switch (OpenDocument(opened, path, environment).language()) {
    case OpenDocument::Language::kYaml:
      return lsp::TextLanguage::kYaml;
    case OpenDocument::Language::kKcl:
      return lsp::TextLanguage::kKcl;
    case OpenDocument::Language::kStarlark:
      return lsp::TextLanguage::kStarlark;
    case OpenDocument::Language::kOther:
      break;
  }
  return path.ends_with(".json") ? std::optional(lsp::TextLanguage::kYaml) : std::nullopt;
}

std::string WorkspaceSymbols(const std::string& word, const OpenDocuments& opened,
                             const ProcessEnvironment& environment) {
  std::vector<std::vector<lsp::Symbol>> symbols;
  symbols.reserve(opened.strings.size());
  std::vector<lsp::TextSymbols> texts;
  for (const auto& [path, text] : opened.strings) {
    if (const std::optional<lsp::TextLanguage> language = LanguageOf(path, opened, environment)) {
      symbols.push_back(lsp::FindSymbols(text, *language));
      texts.push_back({opened.uris.at(path), text, symbols.back()});
    }
  }
  return lsp::SymbolInformationResult(texts, word);
}

std::string DocumentSymbols(const lsp::SchemaQuery& query, const std::string& text,
                            lsp::TextLanguage language) {
  const std::vector<lsp::Symbol> symbols = lsp::FindSymbols(text, language);
  const lsp::TextSymbols all{query.uri, text, symbols};
  return query.is_flat ? lsp::SymbolInformationResult({&all, 1}, "")
                       : lsp::DocumentSymbolResult(text, symbols);
}

std::string Selections(const lsp::SchemaQuery& query, const std::string& text, lsp::TextLanguage language) {
  std::vector<size_t> positions;
  for (const lsp::TextPosition position : query.positions) {
    positions.push_back(lsp::ByteAt(text, position));
  }
  return lsp::SelectionResult(text, lsp::FindSelections(text, language, positions));
}

std::string Highlights(const lsp::SchemaQuery& query, const std::string& text, lsp::TextLanguage language) {
  if (language != lsp::TextLanguage::kYaml) {
    return "null";
  }
  const lsp::TextTree tree(text);
  return lsp::HighlightResult(text, lsp::FindOccurrences(tree, lsp::ByteAt(text, query.position)));
}

}  // namespace

std::optional<std::string> AnswerStructureQuery(const lsp::SchemaQuery& query, const OpenDocuments& opened,
                                                const ProcessEnvironment& environment) {
  if (query.kind == QueryKind::kWorkspaceSymbols) {
    return WorkspaceSymbols(query.word, opened, environment);
  }
  const auto document = opened.strings.find(query.path);
  if (document == opened.strings.end()) {
    return std::nullopt;
  }
  const std::string& text = document->second;
  const std::optional<lsp::TextLanguage> language = LanguageOf(query.path, opened, environment);
  switch (query.kind) {
    case QueryKind::kDocumentSymbols:
      return language ? DocumentSymbols(query, text, *language) : "null";
    case QueryKind::kFoldings:
      return language ? lsp::FoldingResult(lsp::FindFoldings(text, *language)) : "null";
    case QueryKind::kSelections:
      return language ? Selections(query, text, *language) : "null";
    case QueryKind::kHighlights:
      return language ? Highlights(query, text, *language) : "null";
    case QueryKind::kLinks:
      return language ? lsp::LinkResult(text, FindLinks(query.path, *language, opened)) : "null";
    case QueryKind::kWorkspaceSymbols:
    case QueryKind::kHover:
    case QueryKind::kCompletion:
    case QueryKind::kDeclaration:
    case QueryKind::kValidatedBy:
    case QueryKind::kCodeLenses:
    case QueryKind::kReferences:
    case QueryKind::kPrepareRename:
    case QueryKind::kRename:
      break;
  }
  return std::nullopt;
}

}  // namespace kval::cli
