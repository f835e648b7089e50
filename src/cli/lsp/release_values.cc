#include "src/cli/lsp/release_values.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "src/driver/releases/helmfile_texts.h"
#include "src/driver/releases/repository.h"
#include "src/driver/session.h"
#include "src/kubernetes/kustomization.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using lsp::NodeKind;
using lsp::TextTree;
using Keys = std::initializer_list<std::string_view>;

std::string TextAt(const TextTree& tree, size_t mapping, Keys keys) {
  std::optional<size_t> value = mapping;
  for (const std::string_view key : keys) {
    value = tree.nodes()[*value].kind == NodeKind::kMapping ? tree.Find(*value, key) : std::nullopt;
    if (!value) {
      return {};
    }
  }
  return tree.ContentOf(*value);
}

// The chart of a release, and where its values begin in the path of a node.
struct ReleaseForm {
  std::string chart;         // a path in the repository
  std::string repository;    // its URL; empty: this one
  size_t begin = 0;          // the number of keys that lead to the values
  bool is_relative = false;  // `chart` is relative to the document
  bool is_parameter = false;
};

// Finds the release around a node of a document.
class FormFinder {
 public:
  FormFinder(const TextTree& tree, size_t node, const std::vector<std::string>& names)
      : tree_(tree), names_(names) {
    for (; tree.nodes()[node].role != lsp::NodeRole::kDocument; node = tree.nodes()[node].parent) {
      around_.push_back(node);
    }
  }

  std::optional<ReleaseForm> Find(const std::string& path) const {
    if (around_.empty()) {
      return std::nullopt;
    }
    if (driver::IsHelmfileName(path)) {
      return FindInHelmfile();
    }
    if (kubernetes::IsKustomizationName(path)) {
      return FindInKustomization();
    }
    const std::string kind = TextAt(tree_, around_.back(), {"kind"});
    return kind == "HelmRelease"                               ? FindInHelmRelease()
           : kind == "Application" || kind == "ApplicationSet" ? FindInApplication()
                                                               : std::nullopt;
  }

 private:
  // `*`: any key or item.
  bool HasKeysAt(size_t begin, Keys keys) const {
    return names_.size() >= begin + keys.size() &&
           std::equal(
               keys.begin(), keys.end(), names_.begin() + static_cast<std::ptrdiff_t>(begin),
               [](std::string_view key, const std::string& name) { return key == "*" || key == name; });
  }

  // The mapping around the node to which `depth` keys and items lead.
  std::optional<size_t> MappingAt(size_t depth) const {
    const auto mapping = std::find_if(around_.begin(), around_.end(), [&](size_t node) {
      return tree_.nodes()[node].kind == NodeKind::kMapping && tree_.PathOf(node).size() == depth;
    });
    return mapping == around_.end() ? std::nullopt : std::optional(*mapping);
  }

  std::string FieldAt(size_t depth, Keys keys) const {
    const std::optional<size_t> mapping = MappingAt(depth);
    return mapping ? TextAt(tree_, *mapping, keys) : std::string();
  }

  // Maps in `releases[].values[]`, and names in `releases[].set[]`.
  std::optional<ReleaseForm> FindInHelmfile() const {
    const bool is_value = HasKeysAt(0, {"releases", "[]", "values", "[]"});
    const bool is_parameter = names_.size() == 5 && names_[4] == "name" &&
                              (HasKeysAt(0, {"releases", "[]", "set", "[]"}) ||
                               HasKeysAt(0, {"releases", "[]", "setString", "[]"}));
    const std::string chart = is_value || is_parameter ? FieldAt(2, {"chart"}) : std::string();
    return chart.starts_with('.') ? std::optional(ReleaseForm{chart, {}, 4, true, is_parameter})
                                  : std::nullopt;
  }

  // `valuesInline` of a chart in the directory for charts.
  std::optional<ReleaseForm> FindInKustomization() const {
    const std::string name =
        HasKeysAt(0, {"helmCharts", "[]", "valuesInline"}) ? FieldAt(2, {"name"}) : std::string();
    std::string home = TextAt(tree_, around_.back(), {"helmGlobals", "chartHome"});
    home = home.empty() ? "charts" : home;
    return name.empty() ? std::nullopt : std::optional(ReleaseForm{home + "/" + name, {}, 3, true});
  }

  std::optional<ReleaseForm> FindInHelmRelease() const {
    const size_t root = around_.back();
    const bool is_here =
        HasKeysAt(0, {"spec", "values"}) &&
        TextAt(tree_, root, {"spec", "chart", "spec", "sourceRef", "kind"}) == "GitRepository";
    return is_here
               ? std::optional(ReleaseForm{TextAt(tree_, root, {"spec", "chart", "spec", "chart"}), {}, 2})
               : std::nullopt;
  }

  // The values and parameters of a source, also in the template of an ApplicationSet.
  std::optional<ReleaseForm> FindInApplication() const {
    const auto helm = std::find(names_.begin(), names_.end(), "helm");
    const auto depth = static_cast<size_t>(helm - names_.begin());
    const bool is_source =
        depth > 0 && (names_[depth - 1] == "source" || (depth > 1 && names_[depth - 2] == "sources"));
    if (helm == names_.end() || !is_source) {
      return std::nullopt;
    }
    const bool is_parameter = HasKeysAt(depth + 1, {"parameters", "[]", "name"});
    if (!is_parameter && !HasKeysAt(depth + 1, {"valuesObject"}) && !HasKeysAt(depth + 1, {"values"})) {
      return std::nullopt;
    }
    return ReleaseForm{FieldAt(depth, {"path"}), FieldAt(depth, {"repoURL"}), depth + 2, false, is_parameter};
  }

  const TextTree& tree_;
  const std::vector<std::string>& names_;
  std::vector<size_t> around_;  // the node, and those around it: the document's root is the last
};

// `image.tag`; keys with dots, which are escaped, have no names here.
std::vector<std::string> SplitPath(const std::string& dotted) {
  std::vector<std::string> names;
  for (size_t begin = 0; begin <= dotted.size();) {
    const size_t end = std::min(dotted.find('.', begin), dotted.size());
    names.push_back(dotted.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

std::optional<ReleaseValues> InRepository(const ReleaseForm& form, const std::string& path,
                                          const OpenDocuments& opened, source::FileReader& reader) {
  const std::string root = RepositoryAround(path, opened, reader);
  const std::string base = form.is_relative ? std::string(GetDirectoryPrefix(path)) : root;
  const std::string chart = LexicallyNormal(base + form.chart + "/Chart.yaml");
  const bool is_here = !form.chart.empty() && !root.empty() && chart.starts_with(root) &&
                       (form.repository.empty() || driver::MayBeUrlOf(root, form.repository, reader)) &&
                       reader.KindOf(chart) == source::PathKind::kFile;
  return is_here ? std::optional(ReleaseValues{chart, {}, form.is_parameter}) : std::nullopt;
}

// The release that a node of a whole document belongs to. `names`: its path, to which that of the node in an
// embedded text is added.
std::optional<ReleaseValues> FindIn(const TextTree& tree, size_t node, std::vector<std::string> names,
                                    const std::string& path, const OpenDocuments& opened,
                                    source::FileReader& reader) {
  const std::optional<ReleaseForm> form = FormFinder(tree, node, names).Find(path);
  std::optional<ReleaseValues> found = form ? InRepository(*form, path, opened, reader) : std::nullopt;
  if (found && form->is_parameter) {
    found->names = SplitPath(tree.ContentOf(node));
  } else if (found) {
    names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(form->begin));
    found->names = std::move(names);
  }
  return found;
}

}  // namespace

std::string RepositoryAround(const std::string& path, const OpenDocuments& opened,
                             source::FileReader& reader) {
  std::string root = driver::RepositoryOf(path, reader);
  for (const std::string& directory : opened.directories) {
    if (root.empty() && path.starts_with(directory + "/")) {
      root = directory + "/";
    }
  }
  return root;
}

std::optional<ReleaseValues> FindReleaseValues(const DocumentNode& place, const OpenDocuments& opened,
                                               source::FileReader& reader) {
  std::vector<std::string> names = place.tree.PathOf(place.node);
  std::reverse(names.begin(), names.end());
  if (place.embedded == nullptr) {
    return FindIn(place.tree, place.node, std::move(names), place.path, opened, reader);
  }
  const TextTree document(opened.strings.at(place.path));
  const std::optional<size_t> scalar = document.NodeAt(place.embedded->header);
  if (!scalar) {
    return std::nullopt;
  }
  names.insert(names.begin(), place.embedded->path.begin(), place.embedded->path.end());
  return FindIn(document, *scalar, std::move(names), place.path, opened, reader);
}

}  // namespace kval::cli
