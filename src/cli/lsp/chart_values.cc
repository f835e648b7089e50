#include "src/cli/lsp/answers.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/chart_location.h"
#include "src/cli/lsp/chart_texts.h"
#include "src/cli/lsp/chart_values_text.h"
#include "src/cli/lsp/completion.h"
#include "src/cli/lsp/open_document.h"
#include "src/cli/lsp/release_values.h"
#include "src/lsp/structure/text_tree.h"
#include "src/report/uri.h"
#include "src/source/file_reader.h"

namespace kval::cli {
namespace {

// The path of a node from the top of its document.
std::vector<std::string> PathOf(const lsp::TextTree& tree, size_t node) {
  std::vector<std::string> path = tree.PathOf(node);
  std::reverse(path.begin(), path.end());
  return path;
}

// Calls `use` with the own values of the chart whose values a node belongs to, and the path of the node in
// them: of a values file, or of the values of a release.
template <typename Use>
void WithChart(const OpenDocuments& opened, const ProcessEnvironment& environment, const DocumentNode& place,
               const Use& use) {
  source::DiskFileReader disk;
  std::optional<ReleaseValues> release = FindReleaseValues(place, opened, disk);
  std::optional<ChartTexts> chart =
      ChartTexts::Around(release ? release->chart_file : place.path, opened, disk);
  const bool has_own = !release && place.embedded == nullptr && ChartValuesAt(place.path, disk);
  if (chart && (release || has_own)) {
    ChartValuesText values(*chart, opened, environment);
    const bool is_parameter = release && release->is_parameter;
    const std::vector<std::string> names =
        release ? std::move(release->names) : PathOf(place.tree, place.node);
    use(values, std::vector<std::string_view>(names.begin(), names.end()), is_parameter);
  }
}

// The text whose bytes a position counts: the document, or the one embedded in it.
const std::string& TextOf(const OpenDocuments& opened, const std::string& path,
                          const lsp::EmbeddedText* embedded) {
  return embedded != nullptr ? embedded->text : opened.strings.at(path);
}

void AddKeysBelow(ChartValuesText& values, std::vector<std::string_view> names, const lsp::TextTree& tree,
                  size_t key_node, const lsp::CompletionContext& typed,
                  std::vector<lsp::CompletionItem>& items) {
  names.pop_back();
  api::SchemaInfo info;
  info.key = {.begin = typed.at, .line = 1};
  info.sibling_keys = values.KeysBelow(names);
  const size_t map = tree.nodes()[key_node].parent;
  for (api::KeyInfo& key : info.sibling_keys) {
    const std::optional<size_t> value = tree.Find(map, key.key);
    key.is_present = value && tree.nodes()[*value].key != key_node;
  }
  AddSchemaCompletions(typed, info, items);
}

}  // namespace

std::string ChartValuesHover(const OpenDocuments& opened, const std::string& path,
                             const ProcessEnvironment& environment, size_t at,
                             const lsp::EmbeddedText* embedded) {
  const lsp::TextTree tree(TextOf(opened, path, embedded));
  const std::optional<size_t> node = tree.NodeAt(at);
  if (!node || (tree.nodes()[*node].kind != lsp::NodeKind::kScalar)) {
    return {};
  }
  std::string text;
  WithChart(opened, environment, {path, tree, *node, embedded},
            [&](ChartValuesText& values, const std::vector<std::string_view>& names, bool) {
              text = names.empty() ? std::string() : values.Hover(names);
            });
  return text;
}

std::string ChartValuesDeclaration(const OpenDocuments& opened, const std::string& path,
                                   const ProcessEnvironment& environment, size_t at,
                                   const lsp::EmbeddedText* embedded) {
  const lsp::TextTree tree(TextOf(opened, path, embedded));
  const std::optional<size_t> node = tree.NodeAt(at);
  std::string result = "null";
  if (node && tree.nodes()[*node].kind == lsp::NodeKind::kScalar) {
    WithChart(opened, environment, {path, tree, *node, embedded},
              [&](ChartValuesText& values, const std::vector<std::string_view>& names, bool) {
                const std::optional<lsp::TextRange> range =
                    names.empty() || values.path() == path ? std::nullopt : values.KeyRange(names);
                if (range) {
                  result = lsp::LocationResult(report::AbsoluteUri(values.path(), "/"), *range);
                }
              });
  }
  return result;
}

void AddChartKeys(const OpenDocuments& opened, const std::string& path, const ProcessEnvironment& environment,
                  const lsp::CompletionContext& typed, const lsp::EmbeddedText* embedded,
                  std::vector<lsp::CompletionItem>& items) {
  const lsp::TextTree tree(typed.completed_text);
  const std::optional<size_t> node = tree.NodeAt(typed.at);
  const bool is_key = typed.part == lsp::CompletionContext::Part::kKey;
  const bool is_here = node && tree.nodes()[*node].kind == lsp::NodeKind::kScalar &&
                       (tree.nodes()[*node].role == lsp::NodeRole::kKey) == is_key;
  if (!is_here) {
    return;
  }
  WithChart(opened, environment, {path, tree, *node, embedded},
            [&](ChartValuesText& values, const std::vector<std::string_view>& names, bool is_parameter) {
              if (is_parameter) {
                for (const std::string& name : is_key ? std::vector<std::string>() : values.ScalarPaths()) {
                  AddValue(typed, name, lsp::CompletionItemKind::kReference, {}, items);
                }
              } else if (names.empty()) {
                return;  // the key is the one that has the values
              } else if (is_key) {
                AddKeysBelow(values, names, tree, *node, typed, items);
              } else {
                api::SchemaInfo info = values.ValuesAt(names);
                info.value = {.begin = typed.at, .line = 1};
                AddSchemaCompletions(typed, info, items);
              }
            });
}

}  // namespace kval::cli
