#include "src/cli/lsp_file_names.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "src/cli/lsp_completion.h"
#include "src/kubernetes/kustomization.h"
#include "src/lsp/structure/text_tree.h"
#include "src/project/find.h"
#include "src/source/file_reader.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using lsp::NodeKind;
using lsp::TextTree;
using source::PathKind;

// Directories with more entries are generated.
constexpr size_t kMostNames = 500;

struct NamedPaths {
  bool takes_files = false, takes_directories = false;
};

// What the value of a key names; `[]` are its items.
struct PathKey {
  std::string_view path;  // the innermost key first
  NamedPaths named;
};

constexpr PathKey kKustomization[] = {
    {"[].resources", {true, true}},       {"[].components", {false, true}},
    {"[].bases", {false, true}},          {"path.[].patches", {true, false}},
    {"[].crds", {true, false}},           {"[].patchesStrategicMerge", {true, false}},
    {"[].generators", {true, true}},      {"[].transformers", {true, true}},
    {"[].configurations", {true, false}}, {"path.[].replacements", {true, false}},
};

constexpr PathKey kProject[] = {
    {"schema.[].sets", {true, false}},       {"[].schema.[].sets", {true, false}},
    {"schema.[].each", {true, false}},       {"values.[].sets", {true, false}},
    {"[].values.[].sets", {true, false}},    {"crds.[].kubernetes", {true, true}},
    {"[].crds.[].kubernetes", {true, true}},
};

template <size_t Size>
NamedPaths Find(const PathKey (&keys)[Size], std::string_view path) {
  for (const PathKey& key : keys) {
    if (key.path == path) {
      return key.named;
    }
  }
  return {};
}

bool IsKustomizationFile(std::string_view name) {
  return name == "kustomization.yaml" || name == "kustomization.yml" || name == "Kustomization";
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
    const NamedPaths named = NamedAt(*node);
    if (!named.takes_files && !named.takes_directories) {
      return;
    }
    const std::string written = tree_.ContentOf(*node);
    AddSiblings(*node);
    const std::string prefix(GetDirectoryPrefix(written));
    const std::string directory = std::string(GetDirectoryPrefix(path_)) + prefix;
    const Result<std::vector<std::string>> names = disk_.List(directory);
    for (size_t i = 0; names && i < std::min(names->size(), kMostNames); ++i) {
      if (IsOffered((*names)[i], directory, named) && !known_.contains(prefix + (*names)[i])) {
        AddValue(typed_, prefix + (*names)[i], lsp::CompletionItemKind::kValue, {}, items_);
      }
    }
  }

 private:
  NamedPaths NamedAt(size_t node) const {
    std::string path;
    for (const std::string& step : tree_.PathOf(node)) {
      path += (path.empty() ? "" : ".") + step;
    }
    const std::string_view name = GetFileName(path_);
    return kubernetes::IsKustomizationName(name) ? Find(kKustomization, path)
           : project::IsProjectFileName(name)    ? Find(kProject, path)
                                                 : NamedPaths();
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

  bool IsOffered(const std::string& name, const std::string& directory, NamedPaths named) {
    if (name.starts_with('.') || directory + name == path_ || IsKustomizationFile(name)) {
      return false;
    }
    const PathKind kind = disk_.KindOf(directory + name);
    if (kind != PathKind::kDirectory) {
      const bool is_document = name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".json") ||
                               name.ends_with(".k");
      return named.takes_files && is_document;
    }
    const std::vector<std::string_view> files = {"kustomization.yaml", "kustomization.yml", "Kustomization"};
    return named.takes_directories &&
           (!kubernetes::IsKustomizationName(GetFileName(path_)) ||
            std::any_of(files.begin(), files.end(), [&](std::string_view file) {
              return disk_.KindOf(directory + name + "/" + std::string(file)) == PathKind::kFile;
            }));
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
  const std::string_view name = GetFileName(path);
  if (typed.part == lsp::CompletionContext::Part::kValue &&
      (kubernetes::IsKustomizationName(name) || project::IsProjectFileName(name))) {
    FileNames(typed, path, items).Add();
  }
}

}  // namespace kval::cli
