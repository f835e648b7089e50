#include "src/cli/lsp/answers.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/lsp/code_actions.h"
#include "src/cli/lsp/kustomization_references.h"
#include "src/cli/lsp/open_document.h"
#include "src/kubernetes/kustomization.h"
#include "src/lsp/structure/foldings.h"
#include "src/lsp/structure/indentation.h"
#include "src/lsp/structure/occurrences.h"
#include "src/lsp/structure/path_references.h"
#include "src/lsp/structure/selections.h"
#include "src/lsp/structure/semantic_tokens.h"
#include "src/lsp/structure/structure_results.h"
#include "src/lsp/structure/symbols.h"
#include "src/lsp/structure/text_tree.h"
#include "src/lsp/text_position.h"
#include "src/report/uri.h"
#include "src/source/file_reader.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using QueryKind = lsp::SchemaQuery::QueryKind;

using lsp::DirectoryTarget;
using lsp::PathReference;

class LinkFinder {
 public:
  LinkFinder(const std::string& path, const OpenDocuments& opened)
      : path_(path), text_(opened.strings.at(path)), opened_(opened) {}

  std::vector<lsp::DocumentLink> Find(lsp::TextLanguage language) {
    const std::string_view name = GetFileName(path_);
    AddAll(lsp::FindPathReferences(text_, language, name));
    if (language == lsp::TextLanguage::kYaml && kubernetes::IsKustomizationName(name)) {
      AddAll(FindKustomizationPaths(text_));
    }
    return std::move(links_);
  }

 private:
  void AddAll(const std::vector<PathReference>& references) {
    for (const PathReference& reference : references) {
      const std::optional<std::string> file = Resolve(reference);
      const std::string place = file && !reference.fragment.empty() ? PlaceIn(*file, reference.fragment) : "";
      // A reference to the text itself needs a place.
      if (file && (!place.empty() || !reference.path.empty())) {
        links_.push_back({reference.range, report::AbsoluteUri(*file, "/") + place});
      }
    }
  }

  bool IsFile(const std::string& path) {
    return opened_.strings.contains(path) || reader_.KindOf(path) == source::PathKind::kFile;
  }

  // Returns the absolute path of an existing file.
  std::optional<std::string> Resolve(const PathReference& reference) {
    if (reference.path.empty()) {
      return path_;
    }
    const bool is_absolute = reference.path.starts_with('/');
    const std::string path =
        LexicallyNormal((is_absolute ? "" : std::string(GetDirectoryPrefix(path_))) + reference.path);
    if (IsFile(path)) {
      return path;
    }
    for (const std::string_view name : NamesIn(reference.directory)) {
      const std::string inner = path + "/" + std::string(name);
      if (IsFile(inner)) {
        return inner;
      }
    }
    return std::nullopt;
  }

  static std::vector<std::string_view> NamesIn(DirectoryTarget directory) {
    switch (directory) {
      case DirectoryTarget::kNone:
        return {};
      case DirectoryTarget::kChart:
        return {"Chart.yaml"};
      case DirectoryTarget::kKustomization:
        return {"kustomization.yaml", "kustomization.yml", "Kustomization"};
    }
    return {};
  }

  // The fragment `#L3,5` of the place that a JSON Pointer refers to; empty if there is none.
  const std::string& PlaceIn(const std::string& file, const std::string& pointer) {
    const auto [known, is_new] = places_.try_emplace({file, pointer});
    if (is_new) {
      Target& target = TargetOf(file);
      if (const std::optional<size_t> node = lsp::FindByPointer(*target.tree, pointer)) {
        const lsp::TextPosition at = target.positions->At(target.tree->nodes()[*node].range.begin);
        known->second = "#L" + std::to_string(at.line + 1) + "," + std::to_string(at.character + 1);
      }
    }
    return known->second;
  }

  struct Target {
    std::string text;
    std::unique_ptr<const lsp::TextTree> tree;
    std::unique_ptr<const lsp::TextPositions> positions;
  };

  // Files are read below the directory of the document only.
  Target& TargetOf(const std::string& file) {
    Target& target = targets_[file];
    if (!target.tree) {
      const auto open = opened_.strings.find(file);
      if (open != opened_.strings.end()) {
        target.text = open->second;
      } else if (Result<std::string> read = reader_.ReadBelow(std::string(GetDirectory(path_)), file)) {
        target.text = *std::move(read);
      }
      target.tree = std::make_unique<const lsp::TextTree>(target.text);
      target.positions = std::make_unique<const lsp::TextPositions>(target.text);
    }
    return target;
  }

  const std::string& path_;
  const std::string& text_;
  const OpenDocuments& opened_;
  source::DiskFileReader reader_;
  std::map<std::string, Target> targets_;
  std::map<std::pair<std::string, std::string>, std::string> places_;
  std::vector<lsp::DocumentLink> links_;
};

// Returns links from the names of files in an open document to the files that exist: those of
// lsp::FindPathReferences, and the files of a kustomization.
std::vector<lsp::DocumentLink> FindLinks(const std::string& path, lsp::TextLanguage language,
                                         const OpenDocuments& opened) {
  return LinkFinder(path, opened).Find(language);
}

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

// Of each text: workspace symbols are found by their names.
constexpr size_t kMostFoundSymbols = 1000;
constexpr size_t kEverySymbol = 1'000'000;

std::string WorkspaceSymbols(const std::string& word, const OpenDocuments& opened,
                             const ProcessEnvironment& environment) {
  std::vector<std::vector<lsp::Symbol>> symbols;
  symbols.reserve(opened.strings.size());
  std::vector<lsp::TextSymbols> texts;
  for (const auto& [path, text] : opened.strings) {
    if (const std::optional<lsp::TextLanguage> language = LanguageOf(path, opened, environment)) {
      symbols.push_back(lsp::FindSymbols(text, *language, kEverySymbol));
      texts.push_back({opened.uris.at(path), text, symbols.back()});
    }
  }
  return lsp::SymbolInformationResult(texts, word, kMostFoundSymbols);
}

std::string DocumentSymbols(const lsp::SchemaQuery& query, const std::string& text,
                            lsp::TextLanguage language) {
  const std::vector<lsp::Symbol> symbols = lsp::FindSymbols(text, language, lsp::kMostSymbols);
  const lsp::TextSymbols all{query.uri, text, symbols};
  return query.is_flat ? lsp::SymbolInformationResult({&all, 1}, "", lsp::kMostSymbols)
                       : lsp::DocumentSymbolResult(text, symbols);
}

// Of one request: each position takes time that is linear in the text.
constexpr size_t kMostBytesOfSelections = 100'000'000;

// The whole text is selected around further positions.
std::string Selections(const lsp::SchemaQuery& query, const std::string& text, lsp::TextLanguage language) {
  const size_t most = 1 + kMostBytesOfSelections / (text.size() + 1);
  std::vector<size_t> positions;
  for (size_t i = 0; i < std::min(most, query.positions.size()); ++i) {
    positions.push_back(lsp::ByteAt(text, query.positions[i]));
  }
  std::vector<std::vector<lsp::ByteRange>> selections = lsp::FindSelections(text, language, positions);
  selections.resize(query.positions.size(), {{0, text.size()}});
  return lsp::SelectionResult(text, selections);
}

std::string SemanticTokens(const lsp::SchemaQuery& query, const std::string& text, lsp::TextLanguage language,
                           bool counts_bytes) {
  lsp::ByteRange range{0, text.size()};
  if (query.positions.size() == 2) {
    range = {lsp::ByteAt(text, query.positions[0]), lsp::ByteAt(text, query.positions[1])};
  }
  return lsp::SemanticTokensResult(text, lsp::FindSemanticTokens(text, language, range), counts_bytes);
}

std::string Indentation(const lsp::SchemaQuery& query, const std::string& text) {
  const std::optional<lsp::FileEdit> edit =
      lsp::FindIndentation(text, lsp::ByteAt(text, query.position), query.tab_size);
  return lsp::TextEditsResult(text, edit ? std::vector{*edit} : std::vector<lsp::FileEdit>());
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
    case QueryKind::kFormatting:
      return language == lsp::TextLanguage::kKcl ? FormatKcl(query.path, text) : "null";
    case QueryKind::kSemanticTokens:
      return language ? SemanticTokens(query, text, *language, opened.counts_bytes) : "null";
    case QueryKind::kIndentation:
      return language == lsp::TextLanguage::kYaml ? Indentation(query, text) : "null";
    case QueryKind::kInlayHints:
      return AnswerInlayHints(query, opened, environment);
    case QueryKind::kCodeActions:
      return AnswerCodeActions(query, opened, environment);
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
