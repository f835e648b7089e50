#include "src/cli/lsp/answers.h"

#include <optional>
#include <string_view>
#include <vector>

#include "src/cli/lsp/chart_texts.h"
#include "src/cli/lsp/chart_values_text.h"
#include "src/cli/lsp/completion.h"
#include "src/lsp/structure/text_tree.h"
#include "src/source/file_reader.h"
#include "src/support/path_text.h"

namespace kval::cli {

void AddChartConditions(const OpenDocuments& opened, const std::string& path,
                        const ProcessEnvironment& environment, const lsp::CompletionContext& typed,
                        std::vector<lsp::CompletionItem>& items) {
  const bool is_value = typed.part == lsp::CompletionContext::Part::kValue;
  if (!is_value || GetFileName(path) != "Chart.yaml") {
    return;
  }
  const lsp::TextTree tree(typed.completed_text);
  const std::optional<size_t> node = tree.NodeAt(typed.at);
  if (!node || tree.PathOf(*node) != std::vector<std::string>{"condition", "[]", "dependencies"}) {
    return;
  }
  const auto field = [&](std::string_view key) {
    const std::optional<size_t> value = tree.Find(tree.nodes()[*node].parent, key);
    return value ? tree.ContentOf(*value) : std::string();
  };
  const std::string alias = field("alias");
  const std::string prefix = (alias.empty() ? field("name") : alias) + ".";
  source::DiskFileReader disk;
  std::optional<ChartTexts> chart = ChartTexts::Around(path, opened, disk);
  std::vector<std::string> own, others;
  if (chart) {
    for (std::string& name : ChartValuesText(*chart, opened, environment).ScalarPaths(true)) {
      (name.starts_with(prefix) ? own : others).push_back(std::move(name));
    }
  }
  if (own.empty() && prefix.size() > 1) {
    own.push_back(prefix + "enabled");  // the usual name
  }
  own.insert(own.end(), others.begin(), others.end());
  for (const std::string& name : own) {
    AddValue(typed, name, lsp::CompletionItemKind::kReference, {}, items);
  }
}

}  // namespace kval::cli
