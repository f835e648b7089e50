#include "src/templating/tree_builder.h"

#include <algorithm>
#include <memory>

#include "src/merge/key_text.h"
#include "src/support/native_stack.h"
#include "src/support/substitute.h"
#include "src/templating/annotation_names.h"
#include "src/templating/expanded_size.h"
#include "src/templating/fragment.h"
#include "src/yaml/message_text.h"

namespace kval::templating {
namespace {

using starlark::EvalFailure;
using starlark::Outcome;
using starlark::Status;
using starlark::Success;

// A list that grows is held twice while it is copied.
constexpr size_t kGrowth = 2;

TemplateNodeKind ContainerOf(TemplateNodeKind item) {
  return item == TemplateNodeKind::kDocument  ? TemplateNodeKind::kSet
         : item == TemplateNodeKind::kMapItem ? TemplateNodeKind::kMap
                                              : TemplateNodeKind::kArray;
}

}  // namespace

void TreeBuilder::Charge(size_t bytes) {
  session_.interpreter->heap().Charge(bytes);
}

void TreeBuilder::Annotate(uint32_t node, Annotation annotation) {
  // With the list of its node and that one's place in the table.
  constexpr size_t kPlace = 96;
  Charge(sizeof(Annotation) + annotation.arguments.size() * sizeof(AnnotationArgument) + kPlace);
  pending_annotations_.emplace_back(node, std::move(annotation));
}

Status TreeBuilder::SetKey(uint32_t node, starlark::Value key, source::Span span) {
  Outcome<const value::Value*> made = ToYaml(session_.interpreter->heap(), *session_.builder, key, span);
  if (!made) {
    return made.Pass();
  }
  pending_keys_.emplace_back(node, *made);
  return Success();
}

std::vector<Annotation> TreeBuilder::TakeAnnotations(uint32_t node) {
  std::vector<Annotation> taken;
  for (auto& [owner, annotation] : pending_annotations_) {
    if (owner == node) {
      taken.push_back(std::move(annotation));
    }
  }
  std::erase_if(pending_annotations_, [node](const auto& pending) { return pending.first == node; });
  return taken;
}

TreeBuilder::PendingNode& TreeBuilder::Push(uint32_t node, TemplateNodeKind kind) {
  open_.push_back(std::make_unique<PendingNode>());
  open_.back()->node = node;
  open_.back()->kind = kind;
  return *open_.back();
}

void TreeBuilder::BeginFile() {
  Push(0, TemplateNodeKind::kSet);
}

// Closes open nodes that are not ancestors of `node`, and creates the root if none is open: for a function,
// the container of its first node.
Status TreeBuilder::UnwindTo(uint32_t node) {
  const TemplateNode& expected = table_.nodes[node];
  while (!open_.empty() && !table_.IsAncestor(open_.back()->node, node)) {
    if (open_.size() == 1) {
      const PendingNode& other = *open_.back();
      const source::Span first = !other.entries.empty() ? other.entries.front().key->span
                                 : !other.items.empty() ? other.items.front()->span
                                                        : source::Span();
      return EvalFailure(diag::Kind::kTemplateSyntax,
                         "the YAML of one function must be in one map, one array or one set of documents")
          .At(expected.at)
          .WithNote("this is in another one", first);
    }
    if (Status status = Close(); !status) {
      return status;
    }
  }
  if (open_.empty()) {
    Push(expected.parent, ContainerOf(expected.kind));
  }
  if (open_.back()->kind != ContainerOf(expected.kind)) {
    return EvalFailure(diag::Kind::kTemplateSyntax,
                       Substitute("{} is not allowed in {}: its parent node was not reached",
                                  yaml::WithArticle(NameOf(expected.kind)),
                                  yaml::WithArticle(NameOf(open_.back()->kind))))
        .At(expected.at)
        .WithNote("the parent node", table_.nodes[table_.nodes[expected.parent].parent].at);
  }
  return Success();
}

Status TreeBuilder::Start(uint32_t node, bool with_content) {
  if (Status status = UnwindTo(node); !status) {
    return status;
  }
  last_whole_.reset();
  const TemplateNode& source = table_.nodes[node];
  PendingNode& item = Push(node, source.kind);
  item.key = source.key;
  item.annotations = TakeAnnotations(node);
  for (const auto& [owner, key] : pending_keys_) {
    if (owner == node) {
      item.key = key;
    }
  }
  std::erase_if(pending_keys_, [node](const auto& pending) { return pending.first == node; });
  if (with_content) {
    CheckUnchanged(*source.value);
    item.value = source.value;
    return Success();
  }
  if (node + 1 < source.end) {
    Push(node + 1, table_.nodes[node + 1].kind);
  } else {
    item.value = session_.builder->Null(source.value->span);
  }
  return Success();
}

Status TreeBuilder::AddUnchanged(uint32_t node) {
  if (Status status = UnwindTo(node); !status) {
    return status;
  }
  last_whole_ = node;
  const TemplateNode& source = table_.nodes[node];
  PendingNode& parent = *open_.back();
  CheckUnchanged(*source.value);
  switch (source.kind) {
    case TemplateNodeKind::kMapItem:
      return AddMapItem(parent, {source.key, source.value}, false, true);
    case TemplateNodeKind::kArrayItem:
      parent.items.push_back(source.value);
      Charge(kGrowth * sizeof(source.value));
      return Success();
    case TemplateNodeKind::kDocument:
      parent.documents.push_back(
          {session_.builder->Null(source.at), source.value,
           source.at.has_value() ? Cover(source.at, source.value->span) : source.value->span});
      Charge(kGrowth * sizeof(AnnotatedDocument));
      return Success();
    case TemplateNodeKind::kSet:
    case TemplateNodeKind::kMap:
    case TemplateNodeKind::kArray:
      break;
  }
  return Success();
}

Status TreeBuilder::SetValue(uint32_t node, starlark::Value value, source::Span span) {
  // Code of a text template may end a block that started outside of it.
  if (open_.empty() || open_.back()->node != node) {
    return EvalFailure(diag::Kind::kTemplateSyntax, "a value is set where its node was not started").At(span);
  }
  PendingNode& item = *open_.back();
  if (const auto* replacement = value.AsHost<Replacement>()) {
    item.is_replaced = true;
    item.replacement = replacement->content();
    item.replacement_span = span;
    return Success();
  }
  Outcome<const value::Value*> made = ToYaml(session_.interpreter->heap(), *session_.builder, value, span);
  if (!made) {
    return made.Pass();
  }
  item.value = *made;
  item.is_computed = true;
  item.is_plain = (*made)->is_collection() && value.AsHost<YamlFragment>() == nullptr;
  has_computed_collections_ = has_computed_collections_ || (*made)->is_collection();
  return ChargeOutput(session_.interpreter->heap(), (*made)->raw.size());
}

merge::EntryPositions TreeBuilder::FindPositions(PendingNode& map, const value::Value& key) {
  if (map.keys == nullptr) {
    map.keys = std::make_unique<merge::KeyIndex>(&map.entries);
  }
  return map.keys->Find(key);
}

Status TreeBuilder::AddMapItem(PendingNode& map, value::Entry entry, bool may_override, bool checks) {
  const merge::EntryPositions found = FindPositions(map, *entry.key);
  if (!found.empty()) {
    if (checks && !may_override && !options_.implicit_key_overrides) {
      ReportDuplicateKey(*entry.key, map.entries[found.all().front()].key->span);
      return Success();
    }
    map.entries[found.all().front()] = {nullptr, nullptr};
  }
  map.entries.push_back(entry);
  // With its place in the index.
  constexpr size_t kPlace = 3 * sizeof(uint32_t);
  Charge(kGrowth * (sizeof(entry) + kPlace));
  return Success();
}

void TreeBuilder::CheckUnchanged(const value::Value& value) {
  const DuplicateKeyTable::NodeDuplicates* repeats =
      options_.implicit_key_overrides ? nullptr : table_.repeated.Find(value);
  if (repeats == nullptr || !checked_.insert(&value).second) {
    return;
  }
  NeedStack();
  for (const yaml::DuplicateKey& key : repeats->own) {
    ReportDuplicateKey(*key.again, key.first->span);
  }
  for (const value::Value* child : repeats->below) {
    CheckUnchanged(*child);
  }
}

void TreeBuilder::ReportDuplicateKey(const value::Value& key, source::Span first) {
  constexpr size_t kMax = 100;
  const bool is_known = std::any_of(errors_.begin(), errors_.end(),
                                    [&key](const auto& failure) { return failure.at == key.span; });
  if (is_known || errors_.size() >= kMax) {
    return;
  }
  starlark::EvalError& failure = errors_.emplace_back();
  failure.kind = diag::Kind::kDuplicateKey;
  failure.message =
      Substitute("expected key '{}' to not be specified again (unless '{}' annotation is added)",
                 merge::KeyText(key), kKeyOverrideAnnotation);
  failure.at = key.span;
  if (first != key.span) {
    failure.stack.push_back({"the key was set here", first});
  }
}

starlark::EvalFailure TreeBuilder::TakeErrors() {
  auto first = std::make_unique<starlark::EvalError>(std::move(errors_.front()));
  first->others.assign(std::make_move_iterator(errors_.begin() + 1), std::make_move_iterator(errors_.end()));
  errors_.clear();
  return starlark::EvalFailure(std::move(first));
}

bool TreeBuilder::MayOverride(const PendingNode& item) {
  return std::any_of(item.annotations.begin(), item.annotations.end(),
                     [](const Annotation& annotation) { return annotation.name == kKeyOverrideAnnotation; });
}

const value::Value* TreeBuilder::Collection(PendingNode& open) {
  const value::Value& source = *table_.nodes[open.node].value;
  if (open.kind == TemplateNodeKind::kMap) {
    std::erase_if(open.entries, [](const value::Entry& entry) { return entry.key == nullptr; });
    return session_.builder->WithEntries(source, open.entries);
  }
  return session_.builder->WithItems(source, open.items);
}

Status TreeBuilder::Close() {
  std::unique_ptr<PendingNode> top = std::move(open_.back());
  open_.pop_back();
  switch (top->kind) {
    case TemplateNodeKind::kSet:
      root_ = std::move(top);
      return Success();
    case TemplateNodeKind::kMap:
    case TemplateNodeKind::kArray:
      if (open_.empty()) {
        root_ = std::move(top);
      } else if (!open_.back()->is_computed) {
        open_.back()->value = Collection(*top);
      }
      return Success();
    case TemplateNodeKind::kDocument:
    case TemplateNodeKind::kMapItem:
    case TemplateNodeKind::kArrayItem:
      return CloseItem(std::move(*top));
  }
  return Success();
}

Status TreeBuilder::CloseItem(PendingNode item) {
  PendingNode& parent = *open_.back();
  if (item.is_replaced) {
    Status status = Replace(parent, item);
    if (!status) {
      starlark::EvalError& error = status.error();
      if (error.at.has_value()) {
        error.stack.push_back({"template.replace", item.replacement_span});
      } else {
        error.at = item.replacement_span;
      }
    }
    return status;
  }
  value::Builder& builder = *session_.builder;
  // Annotations belong to this evaluation of the node only, so it gets a separate identity.
  const value::Value* identity = nullptr;
  if (item.kind == TemplateNodeKind::kDocument) {
    identity = builder.Null(table_.nodes[item.node].at);
    const source::Span marker = table_.nodes[item.node].at;
    const source::Span at = marker.has_value() ? marker : table_.begin;
    const source::Span extent = item.is_computed ? source::Span() : table_.nodes[item.node].value->span;
    parent.documents.push_back({identity, item.value, Cover(at, extent), item.is_computed});
    Charge(kGrowth * sizeof(AnnotatedDocument));
  } else if (item.kind == TemplateNodeKind::kMapItem) {
    identity = item.annotations.empty() ? item.key : builder.WithSpan(*item.key, item.key->span);
    if (Status status = AddMapItem(parent, {identity, item.value}, MayOverride(item), true); !status) {
      return status;
    }
  } else {
    identity = item.annotations.empty() && !item.is_computed
                   ? item.value
                   : builder.WithSpan(*item.value, item.value->span);
    parent.items.push_back(identity);
    Charge(kGrowth * sizeof(identity));
  }
  if (item.is_plain) {
    session_.annotations->MarkPlain(item.kind == TemplateNodeKind::kArrayItem ? identity : item.value);
  }
  for (Annotation& annotation : item.annotations) {
    session_.annotations->Add(identity, std::move(annotation));
  }
  return Success();
}

Status TreeBuilder::CloseAll() {
  while (!open_.empty()) {
    if (Status status = Close(); !status) {
      return status;
    }
  }
  return Success();
}

Outcome<starlark::Value> TreeBuilder::FinishFunction() {
  if (Status status = CloseAll(); !status) {
    return status.Pass();
  }
  if (has_errors()) {
    return TakeErrors();
  }
  starlark::Heap& heap = session_.interpreter->heap();
  if (root_ == nullptr && (strings_.is_used() || options_.is_text)) {
    return heap.NewString(strings_.TakeOutput());
  }
  if (root_ == nullptr) {
    return starlark::Value(heap.New<YamlFragment>(nullptr));
  }
  if (root_->kind == TemplateNodeKind::kSet) {
    return starlark::Value(heap.New<YamlFragment>(std::move(root_->documents)));
  }
  return starlark::Value(heap.New<YamlFragment>(Collection(*root_)));
}

Outcome<std::vector<AnnotatedDocument>> TreeBuilder::FinishDocuments() {
  if (Status status = CloseAll(); !status) {
    return status.Pass();
  }
  if (has_errors()) {
    return TakeErrors();
  }
  if (root_ == nullptr) {
    return std::vector<AnnotatedDocument>();
  }
  if (has_computed_collections_) {
    ExpandedSize expansion;
    uint64_t bytes = 0;
    for (const AnnotatedDocument& document : root_->documents) {
      bytes = std::min(ExpandedSize::kMax, bytes + expansion.GetSize(*document.root));
    }
    starlark::Heap& heap = session_.interpreter->heap();
    if (bytes > heap.limit()) {
      heap.Charge(bytes);
      return starlark::OutOfMemory(heap);
    }
  }
  return std::move(root_->documents);
}

}  // namespace kval::templating
