#include "src/lsp/structure/occurrences.h"

#include <optional>
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

std::vector<Occurrence> FindKeyOccurrences(const TextTree& tree, size_t key) {
  const std::string name = tree.ContentOf(key);
  const std::vector<std::string> path = tree.PathOf(key);
  std::vector<Occurrence> found;
  const size_t document = DocumentOf(tree, key);
  for (size_t i = document; i < tree.nodes()[document].next; ++i) {
    const TextNode& node = tree.nodes()[i];
    const bool is_same = node.role == NodeRole::kKey && node.kind == NodeKind::kScalar &&
                         tree.ContentOf(i) == name && tree.PathOf(i) == path;
    if (is_same) {
      found.push_back({node.range, OccurrenceKind::kText});
    }
  }
  return found;
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
