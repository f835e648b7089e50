#include "src/lsp/structure/occurrences.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kval::lsp {
namespace {

size_t DocumentOf(const TextTree& tree, size_t node) {
  while (tree.nodes()[node].role != NodeRole::kDocument) {
    node = tree.nodes()[node].parent;
  }
  return node;
}

// Without the `&` or `*`.
ByteRange NameRange(ByteRange range) {
  return {range.begin + 1, range.end};
}

std::string_view TextOf(const TextTree& tree, ByteRange range) {
  return tree.text().substr(range.begin, range.end - range.begin);
}

// Compares the paths of all nodes of a document with one path, each in constant time.
class PathComparison {
 public:
  // `path`: the innermost component first, as TextTree::PathOf returns.
  PathComparison(const TextTree& tree, size_t document, std::span<const std::string> path)
      : tree_(tree), document_(document), path_(path), equal_(tree.nodes()[document].next - document) {}

  // The keys with the path. Cost: linear in the document.
  std::vector<Occurrence> FindKeys() {
    std::vector<Occurrence> found;
    for (size_t i = document_ + 1; i < tree_.nodes()[document_].next; ++i) {
      const TextNode& node = tree_.nodes()[i];
      const size_t outer = equal_[node.parent - document_];
      size_t& equal = equal_[i - document_];
      switch (node.role) {
        case NodeRole::kKey:
          equal = outer != kDifferent && IsComponent(outer, i) ? outer + 1 : kDifferent;
          if (equal == path_.size() && node.kind == NodeKind::kScalar) {
            found.push_back({node.range, OccurrenceKind::kText});
          }
          break;
        case NodeRole::kValue:
          equal = equal_[node.key - document_];
          break;
        case NodeRole::kItem:
          equal = outer < path_.size() && Component(outer) == "[]" ? outer + 1 : kDifferent;
          break;
        case NodeRole::kRoot:
        case NodeRole::kDocument:
          equal = 0;
          break;
      }
    }
    return found;
  }

 private:
  static constexpr size_t kDifferent = static_cast<size_t>(-1);

  const std::string& Component(size_t index) const { return path_[path_.size() - 1 - index]; }
  bool IsComponent(size_t index, size_t key) const {
    if (index >= path_.size()) {
      return false;
    }
    return tree_.nodes()[key].kind == NodeKind::kScalar ? tree_.ContentOf(key) == Component(index)
                                                        : Component(index) == "?";
  }

  const TextTree& tree_;
  size_t document_;
  std::span<const std::string> path_;
  std::vector<size_t> equal_;  // by node: the components of its path that are equal, or kDifferent
};

std::vector<Occurrence> FindKeyOccurrences(const TextTree& tree, size_t key) {
  const std::vector<std::string> path = tree.PathOf(key);
  return PathComparison(tree, DocumentOf(tree, key), path).FindKeys();
}

}  // namespace

std::vector<Occurrence> FindAnchorOccurrences(const TextTree& tree, size_t at) {
  const std::span<const TextNode> nodes = tree.nodes();
  std::optional<size_t> place;
  for (size_t i = 0; i < nodes.size() && !place; ++i) {
    const bool is_here = (nodes[i].anchor.end > 0 && nodes[i].anchor.Contains(at)) ||
                         (nodes[i].kind == NodeKind::kAlias && nodes[i].range.Contains(at));
    place = is_here ? std::optional(i) : std::nullopt;
  }
  if (!place) {
    return {};
  }
  const ByteRange here = nodes[*place].anchor.end > 0 ? nodes[*place].anchor : nodes[*place].range;
  const std::string_view name = TextOf(tree, NameRange(here));
  const size_t document = DocumentOf(tree, *place);
  std::vector<Occurrence> found;  // of the anchor before the current node
  for (size_t i = document; i < nodes[document].next; ++i) {
    if (nodes[i].anchor.end > 0 && TextOf(tree, NameRange(nodes[i].anchor)) == name) {
      if (i > *place) {
        break;
      }
      found = {{NameRange(nodes[i].anchor), OccurrenceKind::kWrite}};
    } else if (nodes[i].kind == NodeKind::kAlias && TextOf(tree, NameRange(nodes[i].range)) == name) {
      found.push_back({NameRange(nodes[i].range), OccurrenceKind::kRead});
    }
  }
  return found;
}

std::vector<Occurrence> FindOccurrences(const TextTree& tree, size_t at) {
  std::vector<Occurrence> found = FindAnchorOccurrences(tree, at);
  const std::optional<size_t> node = tree.NodeAt(at);
  const bool is_key = node && tree.nodes()[*node].role == NodeRole::kKey &&
                      tree.nodes()[*node].kind == NodeKind::kScalar && tree.IsWritten(*node);
  return found.empty() && is_key ? FindKeyOccurrences(tree, *node) : found;
}

}  // namespace kval::lsp
