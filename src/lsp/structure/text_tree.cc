#include "src/lsp/structure/text_tree.h"

#include <algorithm>

#include "src/yaml/reader.h"

namespace kval::lsp {
namespace {

using yaml::Event;
using yaml::EventKind;

NodeKind KindOf(EventKind kind) {
  switch (kind) {
    case EventKind::kDocumentStart:
    case EventKind::kDocumentEnd:
      return NodeKind::kDocument;
    case EventKind::kMappingStart:
    case EventKind::kMappingEnd:
      return NodeKind::kMapping;
    case EventKind::kSequenceStart:
    case EventKind::kSequenceEnd:
      return NodeKind::kSequence;
    case EventKind::kScalar:
      return NodeKind::kScalar;
    case EventKind::kAlias:
      return NodeKind::kAlias;
  }
  return NodeKind::kScalar;
}

bool IsEnd(EventKind kind) {
  return kind == EventKind::kDocumentEnd || kind == EventKind::kMappingEnd || kind == EventKind::kSequenceEnd;
}

// An open document or collection.
struct OpenNode {
  uint32_t node;
  bool is_key_next = true;  // of a mapping
  uint32_t last_key = 0;
};

NodeRole NextRole(NodeKind parent, OpenNode& open) {
  if (parent == NodeKind::kDocument) {
    return NodeRole::kRoot;
  }
  if (parent == NodeKind::kSequence) {
    return NodeRole::kItem;
  }
  const NodeRole role = open.is_key_next ? NodeRole::kKey : NodeRole::kValue;
  open.is_key_next = !open.is_key_next;
  return role;
}

}  // namespace

TextTree::TextTree(std::string_view text)
    : text_(text),
      file_(&sources_.AddText("", std::string(text))),
      events_(yaml::NativeReader().Read(*file_)) {
  AddNodes();
  FinishRanges();
  for (const yaml::Comment& comment : events_.comments) {
    comments_.push_back(RangeOf(comment.span));
  }
}

void TextTree::AddNodes() {
  nodes_.reserve(events_.events.size());
  std::vector<OpenNode> open;
  for (uint32_t i = 0; i < events_.events.size(); ++i) {
    const Event& event = events_.events[i];
    const ByteRange range = RangeOf(event.span);
    if (IsEnd(event.kind)) {
      if (!open.back().is_key_next) {
        nodes_.resize(open.back().last_key);  // a half-typed key without a value
      }
      nodes_[open.back().node].next = static_cast<uint32_t>(nodes_.size());
      open.pop_back();
      continue;
    }
    const auto index = static_cast<uint32_t>(nodes_.size());
    TextNode node;
    node.kind = KindOf(event.kind);
    node.style = event.style;
    node.range = range;
    node.next = index + 1;
    node.event = i;
    node.is_unreadable = event.gap != value::Recovery::kNone;
    if (const yaml::NodeProperties properties = events_.PropertiesOf(event); properties.anchor.has_value()) {
      node.anchor = RangeOf(properties.anchor);
    }
    node.parent = open.empty() ? index : open.back().node;
    node.role = open.empty() ? NodeRole::kDocument : NextRole(nodes_[node.parent].kind, open.back());
    if (node.role == NodeRole::kKey) {
      open.back().last_key = index;
    } else if (node.role == NodeRole::kValue) {
      node.key = open.back().last_key;
    }
    nodes_.push_back(node);
    if (!event.is_scalar()) {
      open.push_back({index});
    }
  }
}

// Block collections and documents end with their last child.
void TextTree::FinishRanges() {
  for (size_t i = nodes_.size(); i-- > 0;) {
    TextNode& node = nodes_[i];
    if (node.kind == NodeKind::kDocument && node.next > i + 1 &&
        !events_.events[node.event].explicit_marker) {
      node.range.begin = nodes_[i + 1].range.begin;
    }
    if (node.parent != i) {
      TextNode& parent = nodes_[node.parent];
      parent.range.end = std::max(parent.range.end, node.range.end);
    }
  }
}

ByteRange TextTree::RangeOf(source::Span span) const {
  const size_t offset = file_->mark_size();
  if (!span.has_value()) {
    return {offset, offset};
  }
  return {span.begin - file_->base() + offset, span.end - file_->base() + offset};
}

ByteRange TextTree::EntryOf(size_t key) const {
  const ByteRange key_range = nodes_[key].range;
  return {key_range.begin, std::max(key_range.end, nodes_[ValueOf(key)].range.end)};
}

std::optional<size_t> TextTree::RootOfFirstDocument() const {
  const auto root = std::find_if(nodes_.begin(), nodes_.end(),
                                 [](const TextNode& node) { return node.role == NodeRole::kRoot; });
  return root == nodes_.end() ? std::nullopt : std::optional(static_cast<size_t>(root - nodes_.begin()));
}

std::optional<size_t> TextTree::Find(size_t mapping, std::string_view name) const {
  std::optional<size_t> found;
  if (nodes_[mapping].kind == NodeKind::kMapping) {
    ForEachChild(mapping, [&](size_t key) {
      if (!found && nodes_[key].kind == NodeKind::kScalar && ContentOf(key) == name) {
        found = ValueOf(key);
      }
    });
  }
  return found;
}

std::string TextTree::ContentOf(size_t node) const {
  if (nodes_[node].kind != NodeKind::kScalar) {
    return {};
  }
  std::string scratch;
  return std::string(yaml::DecodeScalar(events_.events[nodes_[node].event], *file_, scratch));
}

std::vector<std::string> TextTree::PathOf(size_t node) const {
  std::vector<std::string> path;
  while (nodes_[node].role != NodeRole::kDocument) {
    const TextNode& one = nodes_[node];
    if (one.role == NodeRole::kKey) {
      path.push_back(one.kind == NodeKind::kScalar ? ContentOf(node) : "?");
    } else if (one.role == NodeRole::kValue) {
      node = one.key;
      continue;
    } else if (one.role == NodeRole::kItem) {
      path.push_back("[]");
    }
    node = one.parent;
  }
  return path;
}

std::optional<size_t> TextTree::NodeAt(size_t at) const {
  std::optional<size_t> found;
  for (size_t i = 0; i < nodes_.size();) {
    if (!nodes_[i].range.Contains(at)) {
      i = nodes_[i].next;
      continue;
    }
    found = i;
    ++i;
  }
  return found;
}

}  // namespace kval::lsp
