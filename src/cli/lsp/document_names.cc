#include "src/cli/lsp/document_names.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/cli/lsp/kustomization_names.h"
#include "src/source/file_reader.h"
#include "src/support/ascii.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using lsp::NodeKind;
using lsp::TextTree;

constexpr size_t kMostFiles = 200;

class NameFinder {
 public:
  explicit NameFinder(size_t at) : at_(at) {}

  // Adds the strings at a path below a node, or the keys of the map at a path that ends with `{}`.
  void AddAt(const TextTree& tree, size_t node, std::string_view path) {
    std::vector<size_t> nodes = {node};
    while (!path.empty()) {
      const std::string_view step = path.substr(0, path.find('.'));
      path.remove_prefix(std::min(step.size() + 1, path.size()));
      std::vector<size_t> next;
      for (const size_t one : nodes) {
        Follow(tree, one, step, next);
      }
      nodes = std::move(next);
    }
    for (const size_t one : nodes) {
      const bool is_key = tree.nodes()[one].role == lsp::NodeRole::kKey;
      const lsp::ByteRange range = is_key ? tree.EntryOf(one) : tree.nodes()[one].range;
      if (!range.Contains(at_)) {
        Add(tree.ContentOf(one));
      }
    }
  }

  // Adds the names of the objects of a kind in a text.
  void AddObjects(const TextTree& tree, std::string_view kind) {
    for (size_t i = 0; i < tree.nodes().size(); ++i) {
      const lsp::TextNode& node = tree.nodes()[i];
      if (node.kind != NodeKind::kMapping || node.role == lsp::NodeRole::kKey) {
        continue;
      }
      const std::optional<size_t> of_kind = tree.Find(i, "kind");
      if (of_kind && tree.Find(i, "apiVersion") && tree.ContentOf(*of_kind) == kind) {
        AddAt(tree, i, "metadata.name");
      }
    }
  }

  std::vector<std::string> Take() { return std::move(names_); }

 private:
  // The item around the value that is being replaced does not refer to itself.
  void Follow(const TextTree& tree, size_t node, std::string_view step, std::vector<size_t>& next) const {
    const NodeKind kind = tree.nodes()[node].kind;
    const bool is_keys = step == "{}";
    if (kind == NodeKind::kMapping && !is_keys && step != "*") {
      if (const std::optional<size_t> value = tree.Find(node, step)) {
        next.push_back(*value);
      }
    } else if (kind == (is_keys ? NodeKind::kMapping : NodeKind::kSequence)) {
      tree.ForEachChild(node, [&](size_t child) {
        if (is_keys || !tree.nodes()[child].range.Contains(at_)) {
          next.push_back(child);
        }
      });
    }
  }

  // Names of other characters would need quotes, and are rare.
  void Add(std::string name) {
    const size_t first = name.starts_with('.') ? 1 : 0;
    const bool is_plain = name.size() > first && IsLetter(name[first]) &&
                          std::all_of(name.begin(), name.end(),
                                      [](char c) { return IsAlnum(c) || c == '-' || c == '_' || c == '.'; });
    if (is_plain && std::find(names_.begin(), names_.end(), name) == names_.end()) {
      names_.push_back(std::move(name));
    }
  }

  size_t at_;  // what is written there is being replaced
  std::vector<std::string> names_;
};

// The nearest map around a node with a key, or the root of its document without `key`.
std::optional<size_t> MapAround(const TextTree& tree, size_t node, std::string_view key) {
  while (tree.nodes()[node].role != lsp::NodeRole::kDocument) {
    const bool is_map = tree.nodes()[node].kind == NodeKind::kMapping;
    if (key.empty() ? tree.nodes()[node].role == lsp::NodeRole::kRoot
                    : is_map && tree.Find(node, key).has_value()) {
      return node;
    }
    node = tree.nodes()[node].parent;
  }
  return std::nullopt;
}

// Whether a name is in a list ` -a -b`, in which ` -.` is every name that begins with a dot.
bool IsExcluded(std::string_view list, const std::string& name) {
  const std::string word = " -" + name;
  for (size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    if (at + word.size() == list.size() || list[at + word.size()] == ' ') {
      return true;
    }
  }
  return name.starts_with('.') && list.find(" -. ") != std::string_view::npos;
}

void AddObjectsOfFiles(const std::string& path, const OpenDocuments& opened, std::string_view kind,
                       NameFinder& names) {
  for (const auto& [open, text] : opened.strings) {
    if (open != path) {
      names.AddObjects(TextTree(text), kind);
    }
  }
  source::DiskFileReader disk;
  const std::string directory(GetDirectory(path));
  const std::string prefix = directory + "/";
  const Result<std::vector<std::string>> files = disk.List(directory);
  for (size_t i = 0; files && i < std::min(files->size(), kMostFiles); ++i) {
    const std::string& file = (*files)[i];
    const std::string whole = prefix + file;
    if ((!file.ends_with(".yaml") && !file.ends_with(".yml")) || opened.strings.contains(whole)) {
      continue;
    }
    const Result<std::string> text = disk.ReadBelow(directory, whole);
    if (text && text->find(kind) != std::string::npos) {
      names.AddObjects(TextTree(*text), kind);
    }
  }
}

}  // namespace

std::vector<std::string> FindNames(const lsp::TextTree& tree, size_t at, std::string_view source,
                                   const std::string& path, const OpenDocuments& opened) {
  NameFinder names(at);
  const std::optional<size_t> node = tree.NodeAt(at);
  if (source.empty() || !node) {
    return {};
  }
  if (source.front() == '%') {
    return LoadedNames(tree, *node, source.substr(1), path, opened);
  }
  if (source.front() == '@') {
    const std::optional<size_t> of_kind =
        source == "@kind" ? tree.Find(tree.nodes()[*node].parent, "kind") : std::nullopt;
    const std::string kind = of_kind ? tree.ContentOf(*of_kind) : std::string(source.substr(1));
    names.AddObjects(tree, kind);
    AddObjectsOfFiles(path, opened, kind, names);
    return names.Take();
  }
  const size_t space = std::min(source.find(' '), source.size());
  const std::string_view excluded = source.substr(space);
  source = source.substr(0, space);
  const bool is_near = source.front() == '^';
  source.remove_prefix(is_near ? 1 : 0);
  const std::string_view key = is_near ? source.substr(0, source.find('.')) : std::string_view();
  if (const std::optional<size_t> map = MapAround(tree, *node, key)) {
    names.AddAt(tree, *map, source);
  }
  std::vector<std::string> found = names.Take();
  std::erase_if(found, [excluded](const std::string& name) { return IsExcluded(excluded, name); });
  return found;
}

}  // namespace kval::cli
