#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/source/source_map.h"
#include "src/value/value.h"
#include "src/yaml/events.h"

namespace kval::lsp {

// A range [begin, end) of bytes of one text.
struct ByteRange {
  size_t begin = 0;
  size_t end = 0;

  bool Contains(size_t at) const { return begin <= at && at <= end; }
  bool Contains(ByteRange other) const { return begin <= other.begin && other.end <= end; }
  friend bool operator==(ByteRange, ByteRange) = default;
};

enum class NodeKind : uint8_t { kDocument, kMapping, kSequence, kScalar, kAlias };
enum class NodeRole : uint8_t { kDocument, kRoot, kKey, kValue, kItem };

// A node of a YAML or JSON text.
struct TextNode {
  NodeKind kind = NodeKind::kScalar;
  NodeRole role = NodeRole::kRoot;
  value::Style style = value::Style::kPlain;
  bool is_unreadable = false;  // the node replaces text that could not be parsed, or the key is a guess
  // As yaml::Document defines spans: a block collection ends with its last child; anchors precede the range.
  ByteRange range;
  ByteRange anchor;     // with its `&`; empty if there is none
  uint32_t parent = 0;  // a document is its own parent
  uint32_t next = 0;    // the node after this one and its descendants
  uint32_t key = 0;     // of a value: its key
  uint32_t event = 0;   // of a scalar
};

// The nodes of a text in its order: a parent precedes its children, and each key of a mapping its value.
// Independent of schemas and dialects; aliases and `<<` are not resolved. Text with errors has the nodes that
// the reader recovers.
class TextTree {
 public:
  explicit TextTree(std::string_view text);

  std::string_view text() const { return text_; }
  std::span<const TextNode> nodes() const { return nodes_; }
  std::span<const ByteRange> comments() const { return comments_; }  // in order

  // Calls `use` with the index of each child of a node; of a mapping with each key.
  template <typename Use>
  void ForEachChild(size_t node, const Use& use) const {
    const bool is_mapping = nodes_[node].kind == NodeKind::kMapping;
    for (size_t child = node + 1; child < nodes_[node].next;) {
      use(child);
      child = nodes_[child].next;
      child = is_mapping && child < nodes_[node].next ? nodes_[child].next : child;
    }
  }

  // The value of a key.
  size_t ValueOf(size_t key) const { return nodes_[key].next; }
  // Whether a node is a scalar or collection with text: not `key:` without a value.
  bool IsWritten(size_t node) const { return nodes_[node].range.begin != nodes_[node].range.end; }
  // The entry of a key.
  ByteRange EntryOf(size_t key) const;
  // Returns the root of the first document; nullopt without documents.
  std::optional<size_t> RootOfFirstDocument() const;
  // Returns the value of a mapping's first key with this name.
  std::optional<size_t> Find(size_t mapping, std::string_view name) const;
  // The content of a scalar; empty for other nodes.
  std::string ContentOf(size_t node) const;
  // The path of a node as keys, the innermost first; `[]` for any item. Keys that are collections count as
  // `?`.
  std::vector<std::string> PathOf(size_t node) const;
  // The innermost node whose range contains a byte, ends included.
  std::optional<size_t> NodeAt(size_t at) const;

 private:
  void AddNodes();
  void FinishRanges();
  ByteRange RangeOf(source::Span span) const;

  std::string_view text_;
  source::SourceMap sources_;
  const source::SourceFile* file_;
  yaml::EventStream events_;
  std::vector<TextNode> nodes_;
  std::vector<ByteRange> comments_;
};

}  // namespace kval::lsp
