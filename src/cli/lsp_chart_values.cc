#include "src/cli/lsp_chart_values.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "src/cli/chart_texts.h"
#include "src/cli/chart_values_text.h"
#include "src/cli/lsp_chart.h"
#include "src/cli/lsp_completion.h"
#include "src/cli/release_values.h"
#include "src/lsp/structure/text_tree.h"

namespace kval::cli {
namespace {

// The path of a node from the top of its document.
std::vector<std::string> PathOf(const lsp::TextTree& tree, size_t node) {
  std::vector<std::string> path = tree.PathOf(node);
  std::reverse(path.begin(), path.end());
  return path;
}

// Calls `use` with the own values of the chart whose values a node of an open document belongs to, and the
// path of the node in them: of a values file, or of the values of a release.
template <typename Use>
void WithChart(const OpenDocuments& opened, const std::string& path, const ProcessEnvironment& environment,
               const lsp::TextTree& tree, size_t node, const Use& use) {
  source::DiskFileReader disk;
  std::optional<ReleaseValues> release = FindReleaseValues(tree, node, path, opened, disk);
  std::optional<ChartTexts> chart = ChartTexts::Around(release ? release->chart_file : path, opened, disk);
  if (chart && (release || ChartValuesAt(path, disk))) {
    ChartValuesText values(*chart, opened, environment);
    const std::vector<std::string> names = release ? std::move(release->names) : PathOf(tree, node);
    use(values, std::vector<std::string_view>(names.begin(), names.end()));
  }
}

}  // namespace

std::string ChartValuesHover(const OpenDocuments& opened, const std::string& path,
                             const ProcessEnvironment& environment, size_t at) {
  const lsp::TextTree tree(opened.strings.at(path));
  const std::optional<size_t> node = tree.NodeAt(at);
  if (!node || (tree.nodes()[*node].kind != lsp::NodeKind::kScalar)) {
    return {};
  }
  std::string text;
  WithChart(opened, path, environment, tree, *node,
            [&](ChartValuesText& values, const std::vector<std::string_view>& names) {
              text = names.empty() ? std::string() : values.Hover(names);
            });
  return text;
}

void AddChartKeys(const OpenDocuments& opened, const std::string& path, const ProcessEnvironment& environment,
                  const lsp::CompletionContext& typed, std::vector<lsp::CompletionItem>& items) {
  const lsp::TextTree tree(typed.completed_text);
  const std::optional<size_t> node = tree.NodeAt(typed.at);
  if (typed.part != lsp::CompletionContext::Part::kKey || !node ||
      tree.nodes()[*node].role != lsp::NodeRole::kKey) {
    return;
  }
  WithChart(opened, path, environment, tree, *node,
            [&](ChartValuesText& values, std::vector<std::string_view> names) {
              if (names.empty()) {
                return;  // the key is the one that has the values
              }
              names.pop_back();
              api::SchemaInfo info;
              info.key = {.begin = typed.at, .line = 1};
              info.sibling_keys = values.KeysBelow(names);
              const size_t map = tree.nodes()[*node].parent;
              for (api::KeyInfo& key : info.sibling_keys) {
                const std::optional<size_t> value = tree.Find(map, key.key);
                key.is_present = value && tree.nodes()[*value].key != *node;
              }
              AddSchemaCompletions(typed, info, items);
            });
}

}  // namespace kval::cli
