#include "src/lang/starlark/ops.h"
#include "src/merge/key_text.h"
#include "src/support/substitute.h"
#include "src/templating/annotation_names.h"
#include "src/templating/fragment.h"
#include "src/templating/tree_builder.h"

// What `template.replace` puts into the place of an item (pkg/yamltemplate/evaluation_ctx.go).
namespace kval::templating {

using starlark::EvalFailure;
using starlark::Outcome;
using starlark::Status;
using starlark::Success;

Status TreeBuilder::ReopenLast() {
  if (last_whole_.has_value()) {
    const uint32_t node = *last_whole_;
    PendingNode& parent = *open_.back();
    if (parent.kind == TemplateNodeKind::kSet) {
      parent.documents.pop_back();
    } else if (parent.kind == TemplateNodeKind::kArray) {
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
    PendingNode& item = *open_.back();
    const uint32_t end = table_.nodes[item.node].end;
    uint32_t node = item.node + 2;
    if (!table_.nodes[item.node].is_item() || item.is_computed || node > end) {
      return Success();
    }
    item.value = nullptr;
    Push(node - 1, table_.nodes[node - 1].kind);
    if (node == end) {
      return Success();
    }
    for (; table_.nodes[node].end < end; node = table_.nodes[node].end) {
      if (Status status = AddUnchanged(node); !status) {
        return status;
      }
    }
    if (Status status = Start(node, true); !status) {
      return status;
    }
  }
}

Status TreeBuilder::ReplaceLast(starlark::Value content, source::Span span) {
  if (open_.empty() || (open_.back()->kind == TemplateNodeKind::kSet && !last_whole_.has_value())) {
    return EvalFailure("template.replace: there is no document, map item or array item before this").At(span);
  }
  if (Status status = ReopenLast(); !status) {
    return status;
  }
  PendingNode& item = *open_.back();
  const bool is_own_collection =
      !item.is_computed && item.value != nullptr && item.value->is_collection() && !item.is_replaced;
  const bool is_collection = item.kind == TemplateNodeKind::kSet || item.kind == TemplateNodeKind::kMap ||
                             item.kind == TemplateNodeKind::kArray;
  if (is_collection || is_own_collection) {
    return EvalFailure(
               Substitute("template.replace: expected to replace document value, map item or array item, "
                          "but found {}",
                          is_collection ? NameOf(item.kind) : value::KindName(item.value->kind)))
        .At(span);
  }
  if (item.is_replaced) {
    return EvalFailure(Substitute("template.replace: this {} was replaced before", NameOf(item.kind)))
        .At(span);
  }
  item.is_replaced = true;
  item.replacement = content;
  item.replacement_span = span;
  return Success();
}

// The item whose place is taken was an item of the map, too, until then.
void TreeBuilder::ReplacedKey(PendingNode& map, const PendingNode& item) {
  const merge::EntryPositions found = FindPositions(map, *item.key);
  if (found.empty()) {
    return;
  }
  value::Entry& first = map.entries[found.all().front()];
  if (MayOverride(item) || options_.implicit_key_overrides) {
    first = {nullptr, nullptr};
  } else {
    ReportDuplicateKey(*item.key, first.key->span);
  }
}

Status TreeBuilder::Replace(PendingNode& parent, const PendingNode& item) {
  if (item.kind == TemplateNodeKind::kDocument) {
    auto documents =
        ToDocuments(session_.interpreter->heap(), *session_.builder, item.replacement, item.replacement_span);
    if (!documents) {
      return documents.Pass();
    }
    parent.documents.insert(parent.documents.end(), documents->begin(), documents->end());
    return Success();
  }
  has_computed_collections_ = true;
  const auto* fragment = item.replacement.AsHost<YamlFragment>();
  const bool is_nothing = fragment != nullptr && fragment->value() == nullptr && !fragment->is_document_set();
  Outcome<const value::Value*> content =
      ToYaml(session_.interpreter->heap(), *session_.builder, item.replacement, item.replacement_span);
  if (!content) {
    return content.Pass();
  }
  const value::Kind expected =
      item.kind == TemplateNodeKind::kMapItem ? value::Kind::kMapping : value::Kind::kSequence;
  if ((*content)->kind != expected || is_nothing) {
    return EvalFailure(Substitute("template.replace: expected value to be {}, but was {}",
                                  value::KindName(expected), starlark::TypeName(item.replacement)));
  }
  if (expected == value::Kind::kSequence) {
    parent.items.insert(parent.items.end(), (*content)->items().begin(), (*content)->items().end());
    return Success();
  }
  ReplacedKey(parent, item);
  const size_t errors_before = errors_.size();
  for (const value::Entry& entry : (*content)->entries()) {
    // A plain dict has no location for a duplicate key, so the new value wins.
    const bool may_override = session_.annotations->Has(entry.key, kKeyOverrideAnnotation);
    if (merge::SameKey(*entry.key, *item.key)) {
      if (fragment == nullptr || may_override || options_.implicit_key_overrides) {
        return EvalFailure(
            Substitute("template.replace: '{}' is among the keys that are to take its own place",
                       merge::KeyText(*item.key)));
      }
      ReportDuplicateKey(*entry.key, item.key->span);
    }
    if (Status status = AddMapItem(parent, entry, may_override, fragment != nullptr); !status) {
      return status;
    }
  }
  for (size_t i = errors_before; i < errors_.size(); ++i) {
    errors_[i].stack.push_back({"its map is put in here", item.replacement_span});
  }
  return Success();
}

}  // namespace kval::templating
