#include "src/templating/node_table.h"
#include "src/support/native_stack.h"

#include <algorithm>

namespace kval::templating {
namespace {

bool Covers(source::Span outer, source::Span inner) {
  return inner.begin >= outer.begin && inner.end <= outer.end;
}

class TableBuilder {
 public:
  explicit TableBuilder(const yaml::File& file) : file_(file) {}

  NodeTable Build() {
    Add(TemplateNodeKind::kSet, 0, nullptr, nullptr, {});
    for (size_t i = 0; i < file_.documents.size(); ++i) {
      const yaml::Document& document = file_.documents[i];
      const uint32_t node = Add(TemplateNodeKind::kDocument, 0, nullptr, document.root, document.marker);
      if (HasComments(i)) {
        AddCollection(node, *document.root);
      }
      table_.nodes[node].end = size();
    }
    table_.nodes[0].end = size();
    Attach();
    return std::move(table_);
  }

 private:
  uint32_t size() const { return static_cast<uint32_t>(table_.nodes.size()); }

  uint32_t Add(TemplateNodeKind kind, uint32_t parent, const value::Value* key, const value::Value* value,
               source::Span at) {
    TemplateNode node;
    node.kind = kind;
    node.parent = parent;
    node.key = key;
    node.value = value;
    node.at = at;
    table_.nodes.push_back(node);
    return size() - 1;
  }

  // Whether a comment can concern the nodes below the document: one behind its marker, or one in front of it
  // that makes templates of its strings.
  bool HasComments(size_t index) const {
    const yaml::Document& document = file_.documents[index];
    const uint32_t from = index == 0 ? 0 : file_.documents[index - 1].span.end;
    const uint32_t to =
        index + 1 < file_.documents.size() ? file_.documents[index + 1].span.begin : UINT32_MAX;
    const uint32_t inside = document.marker.has_value() ? document.span.begin : from;
    auto comment =
        std::lower_bound(file_.comments.begin(), file_.comments.end(), from,
                         [](const yaml::Comment& one, uint32_t offset) { return one.span.begin < offset; });
    for (; comment != file_.comments.end() && comment->span.begin < to; ++comment) {
      if (comment->is_hidden) {
        continue;
      }
      if (comment->span.begin >= inside ||
          file_.source->Text(comment->span).find("text-templated") != std::string_view::npos) {
        return true;
      }
    }
    return false;
  }

  void AddCollection(uint32_t parent, const value::Value& collection) {
    NeedStack();
    if (collection.kind == value::Kind::kMapping) {
      AddMap(parent, collection);
    } else if (collection.kind == value::Kind::kSequence) {
      AddArray(parent, collection);
    }
  }

  void AddMap(uint32_t parent, const value::Value& map) {
    const auto entries = map.entries();
    // Comments belong to the anchored node, not to its aliases.
    if (std::none_of(entries.begin(), entries.end(),
                     [&map](const value::Entry& entry) { return Covers(map.span, entry.key->span); })) {
      return;
    }
    const uint32_t node = Add(TemplateNodeKind::kMap, parent, nullptr, &map, {});
    for (const value::Entry& entry : entries) {
      const bool is_here = Covers(map.span, entry.key->span);
      const uint32_t item = Add(TemplateNodeKind::kMapItem, node, entry.key, entry.value,
                                is_here ? entry.key->span : source::Span());
      if (is_here) {
        AddCollection(item, *entry.value);
      }
      table_.nodes[item].end = size();
    }
    table_.nodes[node].end = size();
  }

  void AddArray(uint32_t parent, const value::Value& array) {
    if (array.items().empty() || !Covers(array.span, array.items()[0]->span)) {
      return;
    }
    const uint32_t node = Add(TemplateNodeKind::kArray, parent, nullptr, &array, {});
    for (const value::Value* value : array.items()) {
      const source::Span dash = yaml::GetDash(file_, array, *value);
      const uint32_t item =
          Add(TemplateNodeKind::kArrayItem, node, nullptr, value, dash.has_value() ? dash : value->span);
      AddCollection(item, *value);
      table_.nodes[item].end = size();
    }
    table_.nodes[node].end = size();
  }

  void Attach() {
    std::vector<uint32_t> placed;
    for (uint32_t i = 0; i < size(); ++i) {
      if (table_.nodes[i].at.has_value()) {
        placed.push_back(i);
      }
    }
    uint32_t last_owner = UINT32_MAX;
    for (const yaml::Comment& comment : file_.comments) {
      const TemplateComment meta = ParseTemplateComment(comment.span, file_.source->Text(comment.span));
      if (comment.is_hidden) {
        table_.hidden.push_back(meta);
        continue;
      }
      const auto next = std::upper_bound(
          placed.begin(), placed.end(), comment.span.begin,
          [this](uint32_t offset, uint32_t node) { return offset < table_.nodes[node].at.begin; });
      uint32_t owner = UINT32_MAX;
      if (next != placed.begin() && IsInsideScalarItem(table_.nodes[*(next - 1)], meta)) {
        owner = *(next - 1);
      } else if (next != placed.begin() &&
                 OnOneLine(table_.nodes[*(next - 1)].at.begin, comment.span.begin)) {
        owner = *(next - 1);
      } else if (next != placed.end()) {
        owner = *next;
      }
      if (owner == UINT32_MAX) {
        table_.leftovers.push_back(meta);
        continue;
      }
      if (owner != last_owner) {
        table_.nodes[owner].meta_begin = static_cast<uint32_t>(table_.comments.size());
        MarkAbove(owner);
        last_owner = owner;
      }
      table_.comments.push_back(meta);
      table_.nodes[owner].meta_end = static_cast<uint32_t>(table_.comments.size());
    }
  }

  // An annotation of a schema between a dash and the scalar that follows on a later line: the schema proposal
  // writes items of arrays that way. Else ytt's rule holds, which gives it to the next item.
  bool IsInsideScalarItem(const TemplateNode& node, const TemplateComment& meta) const {
    return node.kind == TemplateNodeKind::kArrayItem && meta.kind == TemplateCommentKind::kAnnotation &&
           file_.source->Text(meta.name).starts_with("schema/") && !node.value->is_collection() &&
           node.value->span.size() > 0 && meta.span.begin > node.at.begin &&
           meta.span.begin < node.value->span.begin;
  }

  bool OnOneLine(uint32_t first, uint32_t second) const {
    return file_.source->Text({first, second}).find('\n') == std::string_view::npos;
  }

  void MarkAbove(uint32_t node) {
    while (!table_.nodes[node].has_nested_comments) {
      table_.nodes[node].has_nested_comments = true;
      node = table_.nodes[node].parent;
    }
  }

  const yaml::File& file_;
  NodeTable table_;
};

}  // namespace

std::string_view NameOf(TemplateNodeKind kind) {
  switch (kind) {
    case TemplateNodeKind::kSet:
      return "set of documents";
    case TemplateNodeKind::kDocument:
      return "document";
    case TemplateNodeKind::kMap:
      return "map";
    case TemplateNodeKind::kMapItem:
      return "map item";
    case TemplateNodeKind::kArray:
      return "array";
    case TemplateNodeKind::kArrayItem:
      return "array item";
  }
  return "";
}

NodeTable BuildNodeTable(const yaml::File& file) {
  NodeTable table = TableBuilder(file).Build();
  table.begin = {file.source->base(), file.source->base()};
  table.repeated = DuplicateKeyTable::Of(table.nodes, file.repeated_keys);
  return table;
}

}  // namespace kval::templating
