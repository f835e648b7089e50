#include "src/cli/lsp_answers.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/chart_texts.h"
#include "src/cli/chart_values_text.h"
#include "src/cli/lsp_chart.h"
#include "src/cli/lsp_completion.h"
#include "src/cli/open_document.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/driver/releases/repository.h"
#include "src/lsp/structure/text_tree.h"
#include "src/report/uri.h"
#include "src/source/file_reader.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using lsp::TextTree;

// A place in the values that a manifest passes to a chart of its repository: in `valuesObject` of an Argo CD
// Application, in `values` of a Flux HelmRelease.
struct ReleaseValues {
  std::string chart_file;          // the chart's Chart.yaml, absolute
  std::vector<std::string> names;  // the path in the chart's values, the outermost key first
};

// Returns the value at a path of keys below a mapping; nullopt if there is none.
std::optional<size_t> ValueAt(const TextTree& tree, size_t mapping,
                              std::initializer_list<std::string_view> keys) {
  std::optional<size_t> value = mapping;
  for (const std::string_view key : keys) {
    value = tree.nodes()[*value].kind == lsp::NodeKind::kMapping ? tree.Find(*value, key) : std::nullopt;
    if (!value) {
      return std::nullopt;
    }
  }
  return value;
}

std::string TextAt(const TextTree& tree, size_t mapping, std::initializer_list<std::string_view> keys) {
  const std::optional<size_t> value = ValueAt(tree, mapping, keys);
  return value ? tree.ContentOf(*value) : std::string();
}

// The nodes around a node, the outermost first: its document's root precedes all others.
std::vector<size_t> Ancestors(const TextTree& tree, size_t node) {
  std::vector<size_t> all;
  while (tree.nodes()[node].role != lsp::NodeRole::kDocument) {
    all.push_back(node);
    node = tree.nodes()[node].parent;
  }
  std::reverse(all.begin(), all.end());
  return all;
}

// Returns the repository of a file, with a slash at the end: the directory with `.git`, or the directory that
// the editor has open.
std::string RootOf(const std::string& path, const OpenDocuments& opened, source::FileReader& reader) {
  std::string root = driver::RepositoryOf(path, reader);
  for (const std::string& directory : opened.directories) {
    if (root.empty() && path.starts_with(directory + "/")) {
      root = directory + "/";
    }
  }
  return root;
}

// The path of a release's chart in its repository, and where its values begin: the keys that lead to them
// from `source`.
struct ReleaseForm {
  std::string chart;
  std::string repository;    // its URL; empty: this one
  size_t begin = 0;          // of the path's names
  bool is_relative = false;  // `chart` is relative to the document
};

// The outermost item of a list around a node.
std::optional<size_t> FirstItem(const TextTree& tree, const std::vector<size_t>& around) {
  const auto item = std::find_if(around.begin(), around.end(), [&](size_t node) {
    return tree.nodes()[node].role == lsp::NodeRole::kItem;
  });
  return item == around.end() ? std::nullopt : std::optional(*item);
}

// Values of a release in a helmfile: maps in `releases[].values[]`.
std::optional<ReleaseForm> FormInHelmfile(const TextTree& tree, const std::vector<size_t>& around,
                                          const std::vector<std::string>& names) {
  const std::optional<size_t> release = FirstItem(tree, around);
  const bool is_value = release && names.size() >= 4 && names[0] == "releases" && names[2] == "values";
  const std::string chart = is_value ? TextAt(tree, *release, {"chart"}) : std::string();
  return chart.starts_with('.') ? std::optional(ReleaseForm{chart, {}, 4, true}) : std::nullopt;
}

std::optional<ReleaseForm> FormOf(const TextTree& tree, const std::vector<size_t>& around,
                                  const std::vector<std::string>& names) {
  const size_t root = around.front();
  const std::string kind = TextAt(tree, root, {"kind"});
  const auto begins_with = [&names](std::initializer_list<std::string_view> keys) {
    return names.size() >= keys.size() && std::equal(keys.begin(), keys.end(), names.begin());
  };
  if (kind == "HelmRelease" && begins_with({"spec", "values"})) {
    const bool is_here =
        TextAt(tree, root, {"spec", "chart", "spec", "sourceRef", "kind"}) == "GitRepository";
    return is_here ? std::optional(ReleaseForm{TextAt(tree, root, {"spec", "chart", "spec", "chart"}), {}, 2})
                   : std::nullopt;
  }
  const bool has_one = begins_with({"spec", "source", "helm", "valuesObject"});
  if (kind != "Application" ||
      (!has_one && !begins_with({"spec", "sources", "[]", "helm", "valuesObject"}))) {
    return std::nullopt;
  }
  // Of several sources: the item around the node.
  const std::optional<size_t> source =
      has_one ? ValueAt(tree, root, {"spec", "source"}) : FirstItem(tree, around);
  return source
             ? std::optional(ReleaseForm{TextAt(tree, *source, {"path"}), TextAt(tree, *source, {"repoURL"}),
                                         has_one ? size_t{4} : size_t{5}})
             : std::nullopt;
}

// Returns the place of a node of a manifest; nullopt if it is no such value, or if the chart is elsewhere.
// `path`: of the manifest, absolute.
std::optional<ReleaseValues> FindReleaseValues(const lsp::TextTree& tree, size_t node,
                                               const std::string& path, const OpenDocuments& opened,
                                               source::FileReader& reader) {
  const std::vector<size_t> around = Ancestors(tree, node);
  std::vector<std::string> names = tree.PathOf(node);
  std::reverse(names.begin(), names.end());
  const std::optional<ReleaseForm> form = around.empty()                 ? std::nullopt
                                          : driver::IsHelmfileName(path) ? FormInHelmfile(tree, around, names)
                                                                         : FormOf(tree, around, names);
  if (!form || form->chart.empty()) {
    return std::nullopt;
  }
  const std::string root = RootOf(path, opened, reader);
  const std::string base = form->is_relative ? std::string(GetDirectoryPrefix(path)) : root;
  const std::string chart = LexicallyNormal(base + form->chart + "/Chart.yaml");
  const bool is_here = !root.empty() && chart.starts_with(root) &&
                       (form->repository.empty() || driver::MayBeUrlOf(root, form->repository, reader)) &&
                       reader.KindOf(chart) == source::PathKind::kFile;
  if (!is_here) {
    return std::nullopt;
  }
  names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(form->begin));
  return ReleaseValues{chart, std::move(names)};
}

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

std::string ChartValuesDeclaration(const OpenDocuments& opened, const std::string& path,
                                   const ProcessEnvironment& environment, size_t at) {
  const lsp::TextTree tree(opened.strings.at(path));
  const std::optional<size_t> node = tree.NodeAt(at);
  std::string result = "null";
  if (node && tree.nodes()[*node].kind == lsp::NodeKind::kScalar) {
    WithChart(opened, path, environment, tree, *node,
              [&](ChartValuesText& values, const std::vector<std::string_view>& names) {
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
                  const lsp::CompletionContext& typed, std::vector<lsp::CompletionItem>& items) {
  const lsp::TextTree tree(typed.completed_text);
  const std::optional<size_t> node = tree.NodeAt(typed.at);
  const bool is_key = typed.part == lsp::CompletionContext::Part::kKey;
  const bool is_here = node && tree.nodes()[*node].kind == lsp::NodeKind::kScalar &&
                       (tree.nodes()[*node].role == lsp::NodeRole::kKey) == is_key;
  if (!is_here) {
    return;
  }
  WithChart(opened, path, environment, tree, *node,
            [&](ChartValuesText& values, std::vector<std::string_view> names) {
              if (names.empty()) {
                return;  // the key is the one that has the values
              }
              if (!is_key) {
                api::SchemaInfo info = values.ValuesAt(names);
                info.value = {.begin = typed.at, .line = 1};
                AddSchemaCompletions(typed, info, items);
                return;
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
