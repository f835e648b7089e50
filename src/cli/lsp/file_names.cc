#include "src/cli/lsp/file_names.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "src/cli/lsp/completion.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/driver/releases/repository.h"
#include "src/kubernetes/kustomization.h"
#include "src/lsp/structure/text_tree.h"
#include "src/project/find.h"
#include "src/source/file_reader.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using lsp::NodeKind;
using lsp::TextTree;
using source::PathKind;

// Directories with more entries are generated.
constexpr size_t kMostNames = 500;
constexpr std::string_view kFileScheme = "file://";

enum class NamedFiles : uint8_t { kNone, kDocuments, kAll };
enum class NamedDirectories : uint8_t { kNone, kAny, kKustomization, kChart, kAction };
// What paths are relative to.
enum class PathBase : uint8_t {
  kDocument,      // its directory
  kDotted,        // the same, if the path begins with `.`: otherwise it is no path
  kRepository,    // the repository of the document
  kOfRepository,  // the same, if the path begins with `.`
  kFileUrl,       // the directory of the document, after `file://`; at first its siblings
  kSibling,       // the directory around that of the document, of which only the named ones are listed
  kOfSource,      // the directory that `path` of the map around names in the repository
};

// What the value of a key names. The path has the outermost key first; `*` is any key or item.
struct PathKey {
  std::string_view path;
  NamedFiles files;
  NamedDirectories directories;
  PathBase base = PathBase::kDocument;
};

constexpr PathKey kKustomization[] = {
    {"resources.*", NamedFiles::kDocuments, NamedDirectories::kKustomization},
    {"components.*", NamedFiles::kNone, NamedDirectories::kKustomization},
    {"bases.*", NamedFiles::kNone, NamedDirectories::kKustomization},
    {"patches.*.path", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"crds.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"patchesStrategicMerge.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"generators.*", NamedFiles::kDocuments, NamedDirectories::kKustomization},
    {"transformers.*", NamedFiles::kDocuments, NamedDirectories::kKustomization},
    {"validators.*", NamedFiles::kDocuments, NamedDirectories::kKustomization},
    {"configurations.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"replacements.*.path", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"openapi.path", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"configMapGenerator.*.files.*", NamedFiles::kAll, NamedDirectories::kNone},
    {"configMapGenerator.*.envs.*", NamedFiles::kAll, NamedDirectories::kNone},
    {"configMapGenerator.*.env", NamedFiles::kAll, NamedDirectories::kNone},
    {"secretGenerator.*.files.*", NamedFiles::kAll, NamedDirectories::kNone},
    {"secretGenerator.*.envs.*", NamedFiles::kAll, NamedDirectories::kNone},
    {"secretGenerator.*.env", NamedFiles::kAll, NamedDirectories::kNone},
    {"helmCharts.*.valuesFile", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"helmCharts.*.additionalValuesFiles.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"helmGlobals.chartHome", NamedFiles::kNone, NamedDirectories::kAny},
};

constexpr PathKey kProject[] = {
    {"sets.*.schema", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"sets.*.schema.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"each.*.schema", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"each.*.documents", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"sets.*.values", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"sets.*.values.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"kubernetes.*.files", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"kubernetes.*.files.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"kubernetes.*.crds", NamedFiles::kDocuments, NamedDirectories::kAny},
    {"kubernetes.*.crds.*", NamedFiles::kDocuments, NamedDirectories::kAny},
};

constexpr PathKey kHelmfile[] = {
    {"releases.*.chart", NamedFiles::kNone, NamedDirectories::kChart, PathBase::kDotted},
    {"releases.*.values.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"releases.*.secrets.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"environments.*.values.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"environments.*.secrets.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"bases.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"helmfiles.*", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"helmfiles.*.path", NamedFiles::kDocuments, NamedDirectories::kNone},
    {"values.*", NamedFiles::kDocuments, NamedDirectories::kNone},
};

constexpr PathKey kChart[] = {
    {"dependencies.*.repository", NamedFiles::kNone, NamedDirectories::kChart, PathBase::kFileUrl},
    {"dependencies.*.name", NamedFiles::kNone, NamedDirectories::kChart, PathBase::kSibling},
};

constexpr PathKey kWorkflow[] = {
    {"jobs.*.uses", NamedFiles::kDocuments, NamedDirectories::kNone, PathBase::kOfRepository},
    {"jobs.*.steps.*.uses", NamedFiles::kNone, NamedDirectories::kAction, PathBase::kOfRepository},
    {"runs.steps.*.uses", NamedFiles::kNone, NamedDirectories::kAction, PathBase::kOfRepository},
};

constexpr PathKey kApplication[] = {
    {"spec.source.path", NamedFiles::kNone, NamedDirectories::kAny, PathBase::kRepository},
    {"spec.sources.*.path", NamedFiles::kNone, NamedDirectories::kAny, PathBase::kRepository},
    {"spec.source.helm.valueFiles.*", NamedFiles::kDocuments, NamedDirectories::kNone, PathBase::kOfSource},
    {"spec.sources.*.helm.valueFiles.*", NamedFiles::kDocuments, NamedDirectories::kNone,
     PathBase::kOfSource},
};
constexpr PathKey kHelmRelease[] = {
    {"spec.chart.spec.chart", NamedFiles::kNone, NamedDirectories::kChart, PathBase::kOfRepository},
};
constexpr PathKey kFluxKustomization[] = {
    {"spec.path", NamedFiles::kNone, NamedDirectories::kAny, PathBase::kOfRepository},
};

// The files by one of which a directory is what a key names.
std::span<const std::string_view> FilesOf(NamedDirectories directories) {
  static constexpr std::string_view kKustomizations[] = {"kustomization.yaml", "kustomization.yml",
                                                         "Kustomization"};
  static constexpr std::string_view kCharts[] = {"Chart.yaml"};
  static constexpr std::string_view kActions[] = {"action.yml", "action.yaml"};
  switch (directories) {
    case NamedDirectories::kKustomization:
      return kKustomizations;
    case NamedDirectories::kChart:
      return kCharts;
    case NamedDirectories::kAction:
      return kActions;
    case NamedDirectories::kNone:
    case NamedDirectories::kAny:
      break;
  }
  return {};
}

// `path`: the innermost step first, as TextTree::PathOf returns.
bool Matches(std::string_view pattern, std::span<const std::string> path) {
  for (size_t left = path.size(); left > 0; --left) {
    const std::string_view part = pattern.substr(0, pattern.find('.'));
    if (part.empty() || (part != "*" && part != path[left - 1])) {
      return false;
    }
    pattern.remove_prefix(std::min(part.size() + 1, pattern.size()));
  }
  return pattern.empty();
}

// The path keys of the document that a node belongs to.
std::span<const PathKey> KeysFor(const TextTree& tree, size_t node, const std::string& path) {
  const std::string_view name = GetFileName(path);
  const std::string_view directory = GetDirectoryPrefix(path);
  if (kubernetes::IsKustomizationName(name)) {
    return kKustomization;
  }
  if (project::IsProjectFileName(name)) {
    return kProject;
  }
  if (driver::IsHelmfileName(path)) {
    return kHelmfile;
  }
  if (name == "Chart.yaml") {
    return kChart;
  }
  if (directory.ends_with("/.github/workflows/") || name == "action.yml" || name == "action.yaml") {
    return kWorkflow;
  }
  while (tree.nodes()[node].role != lsp::NodeRole::kRoot &&
         tree.nodes()[node].role != lsp::NodeRole::kDocument) {
    node = tree.nodes()[node].parent;
  }
  const auto field = [&](std::string_view key) {
    const std::optional<size_t> value = tree.Find(node, key);
    return value ? tree.ContentOf(*value) : std::string();
  };
  const std::string kind = field("kind");
  if (kind == "Application") {
    return kApplication;
  }
  if (kind == "HelmRelease") {
    return kHelmRelease;
  }
  const bool is_flux = kind == "Kustomization" && field("apiVersion").starts_with("kustomize.toolkit.");
  return is_flux ? std::span<const PathKey>(kFluxKustomization) : std::span<const PathKey>();
}

class FileNames {
 public:
  FileNames(const lsp::CompletionContext& typed, const std::string& path,
            std::vector<lsp::CompletionItem>& items)
      : typed_(typed), path_(path), items_(items), tree_(typed.completed_text) {}

  void Add() {
    const std::optional<size_t> node = tree_.NodeAt(typed_.at);
    if (!node || tree_.nodes()[*node].kind != NodeKind::kScalar) {
      return;
    }
    const std::vector<std::string> steps = tree_.PathOf(*node);
    const std::span<const PathKey> keys = KeysFor(tree_, *node, path_);
    const auto key =
        std::find_if(keys.begin(), keys.end(), [&](const PathKey& one) { return Matches(one.path, steps); });
    if (key != keys.end()) {
      AddOf(*key, *node);
    }
  }

 private:
  void AddOf(const PathKey& key, size_t node) {
    const std::string written = tree_.ContentOf(node);
    const bool needs_dot = key.base == PathBase::kDotted || key.base == PathBase::kOfRepository;
    const std::string base = BaseOf(key.base, node);
    if ((needs_dot && !written.starts_with('.')) || base.empty()) {
      return;
    }
    AddSiblings(node);
    if (key.base == PathBase::kSibling) {
      AddNamesOfItems(node);
    }
    std::string prefix(GetDirectoryPrefix(written));
    std::string directory = base + prefix;
    if (key.base == PathBase::kFileUrl) {
      const bool is_url = prefix.starts_with(kFileScheme);
      if (!is_url && !written.empty() && written != "_") {
        return;
      }
      // The charts of a repository are usually siblings.
      prefix = is_url && prefix != kFileScheme ? prefix : std::string(kFileScheme) + "../";
      directory = base + prefix.substr(kFileScheme.size());
    }
    const Result<std::vector<std::string>> names = disk_.List(directory);
    for (size_t i = 0; names && i < std::min(names->size(), kMostNames); ++i) {
      const std::string& name = (*names)[i];
      const bool is_hidden = name.starts_with('.') && (name != ".github" || !needs_dot);
      if (!is_hidden && directory + name != path_ && !known_.contains(prefix + name)) {
        AddName(key, directory + name, prefix + name);
      }
    }
  }

  // The directory that paths are relative to, with a slash; empty if there is none.
  std::string BaseOf(PathBase base, size_t node) {
    if (base == PathBase::kDocument || base == PathBase::kDotted || base == PathBase::kFileUrl) {
      return std::string(GetDirectoryPrefix(path_));
    }
    if (base == PathBase::kSibling) {
      return std::string(GetDirectoryPrefix(path_)) + "../";
    }
    const std::string repository = driver::RepositoryOf(path_, disk_);
    if (base != PathBase::kOfSource || repository.empty()) {
      return repository;
    }
    for (; tree_.nodes()[node].role != lsp::NodeRole::kDocument; node = tree_.nodes()[node].parent) {
      if (const std::optional<size_t> source = tree_.Find(node, "path")) {
        return repository + tree_.ContentOf(*source) + "/";
      }
    }
    return {};
  }

  void AddSiblings(size_t node) {
    const size_t parent = tree_.nodes()[node].parent;
    if (tree_.nodes()[parent].kind == NodeKind::kSequence) {
      tree_.ForEachChild(parent, [&](size_t item) {
        if (item != node) {
          known_.insert(tree_.ContentOf(item));
        }
      });
    }
  }

  // What the same key has in the other items of the list.
  void AddNamesOfItems(size_t node) {
    const std::string key = tree_.ContentOf(tree_.nodes()[node].key);
    const size_t own = tree_.nodes()[node].parent;
    tree_.ForEachChild(tree_.nodes()[own].parent, [&](size_t item) {
      const std::optional<size_t> value = item == own ? std::nullopt : tree_.Find(item, key);
      known_.insert(value ? tree_.ContentOf(*value) : std::string());
    });
  }

  // A directory that the key does not name may contain what it names: it is added with a slash.
  void AddName(const PathKey& key, const std::string& path, const std::string& shown) {
    if (disk_.KindOf(path) != PathKind::kDirectory) {
      if (TakesFile(key.files, path)) {
        AddValue(typed_, shown, lsp::CompletionItemKind::kValue, {}, items_);
      }
      return;
    }
    const std::span<const std::string_view> files = FilesOf(key.directories);
    const bool is_named = key.directories == NamedDirectories::kAny ||
                          std::any_of(files.begin(), files.end(), [&](std::string_view file) {
                            return disk_.KindOf(path + "/" + std::string(file)) == PathKind::kFile;
                          });
    const bool is_own = LexicallyNormal(path) + "/" == GetDirectoryPrefix(path_);
    if (!is_own && (is_named || key.base != PathBase::kSibling)) {
      AddValue(typed_, shown + (is_named ? "" : "/"), lsp::CompletionItemKind::kValue, {}, items_);
    }
  }

  static bool TakesFile(NamedFiles files, std::string_view path) {
    constexpr std::string_view kEndings[] = {".yaml", ".yml", ".json", ".k", ".gotmpl"};
    return files == NamedFiles::kAll ||
           (files == NamedFiles::kDocuments && !kubernetes::IsKustomizationName(GetFileName(path)) &&
            std::any_of(std::begin(kEndings), std::end(kEndings),
                        [path](std::string_view ending) { return path.ends_with(ending); }));
  }

  const lsp::CompletionContext& typed_;
  const std::string& path_;
  std::vector<lsp::CompletionItem>& items_;
  const TextTree tree_;
  source::DiskFileReader disk_;
  std::set<std::string> known_;
};

}  // namespace

void AddFileNames(const lsp::CompletionContext& typed, const std::string& path,
                  std::vector<lsp::CompletionItem>& items) {
  if (typed.part == lsp::CompletionContext::Part::kValue) {
    FileNames(typed, path, items).Add();
  }
}

}  // namespace kval::cli
