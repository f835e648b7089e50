#include "src/lang/starlark/ops.h"
#include "src/merge/key_text.h"
#include "src/support/substitute.h"
#include "src/templating/annotation_names.h"
#include "src/templating/fragment.h"
#include "src/templating/tree_builder.h"

// What `template.replace` puts into the place of an item (pkg/yamltemplate/evaluation_ctx.go).
namespace kval::templating {

using starlark::Done;
using starlark::Failed;
using starlark::Outcome;
using starlark::Status;

Status TreeBuilder::ReopenLast() {
  if (last_whole_.has_value()) {
    const uint32_t node = *last_whole_;
    Open& parent = *open_.back();
    if (parent.kind == NodeKind::kSet) {
      parent.documents.pop_back();
    } else if (parent.kind == NodeKind::kArray) {
      parent.items.pop_back();
    } else if (!parent.entries.empty()) {
      parent.entries.pop_back();
      if (parent.keys != nullptr) {
        parent.keys->DropLast();
      }
    }
    if (Status status = Start(node, true); !status) {
      return status;
    }
  }
  for (;;) {
    Open& item = *open_.back();
    const uint32_t end = table_.nodes[item.node].end;
    uint32_t node = item.node + 2;
    if (!table_.nodes[item.node].is_item() || item.is_computed || node > end) {
      return Done();
    }
    item.value = nullptr;
    Push(node - 1, table_.nodes[node - 1].kind);
    if (node == end) {
      return Done();
    }
    for (; table_.nodes[node].end < end; node = table_.nodes[node].end) {
      if (Status status = AddWhole(node); !status) {
        return status;
      }
    }
    if (Status status = Start(node, true); !status) {
      return status;
    }
  }
}

Status TreeBuilder::ReplaceLast(starlark::Value content, source::Span span) {
  if (open_.empty() || (open_.back()->kind == NodeKind::kSet && !last_whole_.has_value())) {
    return Failed("template.replace: there is no document, map item or array item before this").At(span);
  }
  if (Status status = ReopenLast(); !status) {
    return status;
  }
  Open& item = *open_.back();
  const bool is_own_collection =
      !item.is_computed && item.value != nullptr && item.value->is_collection() && !item.is_replaced;
  const bool is_collection =
      item.kind == NodeKind::kSet || item.kind == NodeKind::kMap || item.kind == NodeKind::kArray;
  if (is_collection || is_own_collection) {
    return Failed(Substitute("template.replace: expected to replace document value, map item or array item, "
                             "but found {}",
                             is_collection ? NameOf(item.kind) : value::KindName(item.value->kind)))
        .At(span);
  }
  if (item.is_replaced) {
    return Failed(Substitute("template.replace: this {} was replaced before", NameOf(item.kind))).At(span);
  }
  item.is_replaced = true;
  item.replacement = content;
  item.replacement_span = span;
  return Done();
}

// The item whose place is taken was an item of the map, too, until then.
void TreeBuilder::ReplacedKey(Open& map, const Open& item) {
  const merge::Places found = PlacesOf(map, *item.key);
  if (found.empty()) {
    return;
  }
  value::Entry& first = map.entries[found.all().front()];
  if (MayOverride(item) || options_.implicit_key_overrides) {
    first = {nullptr, nullptr};
  } else {
    RefuseKey(*item.key, first.key->span);
  }
}

Status TreeBuilder::Replace(Open& parent, const Open& item) {
  if (item.kind == NodeKind::kDocument) {
    auto documents =
        ToDocuments(session_.interpreter->heap(), *session_.builder, item.replacement, item.replacement_span);
    if (!documents) {
      return documents.Pass();
    }
    parent.documents.insert(parent.documents.end(), documents->begin(), documents->end());
    return Done();
  }
  has_computed_collections_ = true;
  const auto* fragment = item.replacement.AsHost<YamlFragment>();
  const bool is_nothing = fragment != nullptr && fragment->value() == nullptr && !fragment->is_document_set();
  Outcome<const value::Value*> content =
      ToYaml(session_.interpreter->heap(), *session_.builder, item.replacement, item.replacement_span);
  if (!content) {
    return content.Pass();
  }
  const value::Kind wanted = item.kind == NodeKind::kMapItem ? value::Kind::kMapping : value::Kind::kSequence;
  if ((*content)->kind != wanted || is_nothing) {
    return Failed(Substitute("template.replace: expected value to be {}, but was {}", value::KindName(wanted),
                             starlark::TypeName(item.replacement)));
  }
  if (wanted == value::Kind::kSequence) {
    parent.items.insert(parent.items.end(), (*content)->items().begin(), (*content)->items().end());
    return Done();
  }
  ReplacedKey(parent, item);
  const size_t faults_before = faults_.size();
  for (const value::Entry& entry : (*content)->entries()) {
    // A plain dict has no location for a duplicate key, so the new value wins.
    const bool may_override = session_.annotations->Has(entry.key, kKeyOverrideAnnotation);
    if (merge::SameKey(*entry.key, *item.key)) {
      if (fragment == nullptr || may_override || options_.implicit_key_overrides) {
        return Failed(Substitute("template.replace: '{}' is among the keys that are to take its own place",
                                 merge::KeyText(*item.key)));
      }
      RefuseKey(*entry.key, item.key->span);
    }
    if (Status status = AddMapItem(parent, entry, may_override, fragment != nullptr); !status) {
      return status;
    }
  }
  for (size_t i = faults_before; i < faults_.size(); ++i) {
    faults_[i].stack.push_back({"its map is put in here", item.replacement_span});
  }
  return Done();
}

}  // namespace kval::templating
