#include <array>
#include <optional>

#include "src/lsp/structure/symbol_levels.h"
#include "src/lsp/structure/symbols.h"
#include "src/value/scalar_resolve.h"

namespace kval::lsp {
namespace {

constexpr size_t kMaxDetailBytes = 80;
constexpr size_t kMaxLineBytes = 500;

class YamlSymbols {
 public:
  explicit YamlSymbols(const TextTree& tree) : tree_(tree), nodes_(tree.nodes()) {}

  std::vector<Symbol> Find(size_t most) {
    VisitAll();
    levels_.Limit(most, kMostSymbolLevels);
    is_counting_ = false;
    VisitAll();
    return std::move(symbols_);
  }

 private:
  void VisitAll() {
    inner_depth_.assign(nodes_.size(), 0);
    item_.assign(nodes_.size(), 0);
    document_count_ = 0;
    for (size_t i = 0; i < nodes_.size();) {
      i = Visit(i);
    }
  }

  // Whether a symbol of this depth is to be added: first all of them are counted.
  bool IsNeeded(size_t depth) {
    if (is_counting_) {
      levels_.Count(depth);
      return false;
    }
    return levels_.Take(depth);
  }

  // Returns the node to visit next.
  size_t Visit(size_t at) {
    const TextNode& node = nodes_[at];
    const size_t outer = at == 0 || node.parent == at ? 0 : inner_depth_[node.parent];
    inner_depth_[at] = outer;
    switch (node.role) {
      case NodeRole::kDocument:
        inner_depth_[at] = AddDocument(at) ? 1 : 0;
        break;
      case NodeRole::kRoot:
        break;
      case NodeRole::kKey:
        if (!node.is_unreadable) {
          AddKey(at, outer);
        }
        return node.next;
      case NodeRole::kValue:
        inner_depth_[at] = outer + 1;
        break;
      case NodeRole::kItem:
        AddItem(at, outer);
        inner_depth_[at] = outer + 1;
        break;
    }
    return at + 1;
  }

  // Returns whether the document has a symbol: a resource, or one of several documents.
  bool AddDocument(size_t at) {
    ++document_count_;
    if (nodes_[at].next == at + 1 || !tree_.IsWritten(at + 1)) {
      return false;
    }
    const size_t root = at + 1;
    const std::optional<Named> resource = ResourceName(root);
    const bool is_alone = nodes_[at].next == nodes_.size() && document_count_ == 1;
    if (!resource && is_alone) {
      return false;
    }
    if (!IsNeeded(0)) {
      return true;
    }
    const Named name =
        resource ? *resource : Named{"document " + std::to_string(document_count_), Line(root)};
    symbols_.push_back({name.name, {}, SymbolKind::kNamespace, nodes_[at].range, name.range, 0});
    return true;
  }

  void AddKey(size_t key, size_t depth) {
    if (!IsNeeded(depth)) {
      return;
    }
    const TextNode& node = nodes_[key];
    const std::string name =
        node.kind == NodeKind::kScalar ? tree_.ContentOf(key) : std::string(Written(node.range));
    const size_t value = tree_.ValueOf(key);
    symbols_.push_back(
        {SymbolName(name), DetailOf(value), KindOf(value), tree_.EntryOf(key), node.range, depth});
  }

  void AddItem(size_t item, size_t depth) {
    const size_t index = item_[nodes_[item].parent]++;
    if (!IsNeeded(depth)) {
      return;
    }
    const Named name = ItemName(item, index);
    symbols_.push_back({name.name, {}, KindOf(item), nodes_[item].range, name.range, depth});
  }

  struct Named {
    std::string name;
    ByteRange range;
  };

  // `Deployment web`
  std::optional<Named> ResourceName(size_t mapping) const {
    const std::optional<size_t> kind = ScalarAt(mapping, "kind");
    const std::optional<size_t> metadata = tree_.Find(mapping, "metadata");
    if (!kind || (!metadata && !tree_.Find(mapping, "apiVersion"))) {
      return std::nullopt;
    }
    std::string name = tree_.ContentOf(*kind);
    for (const std::string_view key : {"name", "generateName"}) {
      const std::optional<size_t> given = metadata ? ScalarAt(*metadata, key) : std::nullopt;
      if (given) {
        return Named{SymbolName(name + " " + tree_.ContentOf(*given)), nodes_[*given].range};
      }
    }
    return Named{SymbolName(name), nodes_[*kind].range};
  }

  std::optional<size_t> ScalarAt(size_t mapping, std::string_view key) const {
    const std::optional<size_t> value = tree_.Find(mapping, key);
    const bool is_given = value && nodes_[*value].kind == NodeKind::kScalar && tree_.IsWritten(*value);
    return is_given ? value : std::nullopt;
  }

  Named ItemName(size_t item, size_t index) const {
    const TextNode& node = nodes_[item];
    Named number{"[" + std::to_string(index) + "]", Line(item)};
    if (node.kind == NodeKind::kScalar || node.kind == NodeKind::kAlias) {
      const std::string content =
          node.kind == NodeKind::kAlias ? std::string(Written(node.range)) : tree_.ContentOf(item);
      return tree_.IsWritten(item) ? Named{SymbolName(content), node.range} : number;
    }
    if (node.kind != NodeKind::kMapping || node.next == item + 1) {
      return number;
    }
    if (std::optional<Named> resource = ResourceName(item)) {
      return *resource;
    }
    constexpr std::array<std::string_view, 4> kNames = {"name", "id", "key", "kind"};
    for (const std::string_view key : kNames) {
      if (const std::optional<size_t> value = ScalarAt(item, key)) {
        return {SymbolName(tree_.ContentOf(*value)), nodes_[*value].range};
      }
    }
    const size_t first = item + 1;
    const std::string detail = DetailOf(tree_.ValueOf(first));
    return {SymbolName(std::string(Written(nodes_[first].range)) + (detail.empty() ? "" : ": " + detail)),
            nodes_[first].range};
  }

  // The first line of a node; its beginning if the line is long.
  ByteRange Line(size_t node) const {
    const ByteRange range = nodes_[node].range;
    const std::string_view written = Written(range);
    const size_t size = written.substr(0, kMaxLineBytes).find_first_of("\r\n");
    const size_t line = size != std::string_view::npos ? size : written.size();
    return {range.begin, range.begin + (line > kMaxLineBytes ? 0 : line)};
  }

  std::string_view Written(ByteRange range) const {
    return tree_.text().substr(range.begin, range.end - range.begin);
  }

  // A short value as it is written.
  std::string DetailOf(size_t value) const {
    const TextNode& node = nodes_[value];
    const std::string_view written = Written(node.range);
    const bool is_short = (node.kind == NodeKind::kScalar || node.kind == NodeKind::kAlias) &&
                          written.size() <= kMaxDetailBytes &&
                          written.find_first_of("\r\n") == std::string_view::npos;
    return is_short && !node.is_unreadable ? std::string(written) : std::string();
  }

  SymbolKind KindOf(size_t at) const {
    const TextNode& node = nodes_[at];
    if (node.kind == NodeKind::kMapping) {
      return SymbolKind::kObject;
    }
    if (node.kind == NodeKind::kSequence) {
      return SymbolKind::kArray;
    }
    if (node.kind != NodeKind::kScalar || node.style != value::Style::kPlain) {
      return SymbolKind::kString;
    }
    switch (value::Resolve(value::Dialect::kYtt, Written(node.range)).kind) {
      case value::Kind::kNull:
        return SymbolKind::kNull;
      case value::Kind::kBool:
        return SymbolKind::kBoolean;
      case value::Kind::kInt:
      case value::Kind::kFloat:
        return SymbolKind::kNumber;
      case value::Kind::kString:
      case value::Kind::kSequence:
      case value::Kind::kMapping:
        break;
    }
    return SymbolKind::kString;
  }

  const TextTree& tree_;
  std::span<const TextNode> nodes_;
  std::vector<size_t> inner_depth_;  // by node: the depth of the symbols of its children
  std::vector<size_t> item_;         // by sequence: the items before
  size_t document_count_ = 0;
  bool is_counting_ = true;
  UpperLevels levels_;
  std::vector<Symbol> symbols_;
};

}  // namespace

std::vector<Symbol> FindYamlSymbols(const TextTree& tree, size_t most) {
  return YamlSymbols(tree).Find(most);
}

}  // namespace kval::lsp
