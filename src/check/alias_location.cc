#include "src/check/alias_location.h"

#include <algorithm>
#include <string>
#include <utility>

#include "src/diag/alias_label.h"

namespace kval::check {
namespace {

using value::Value;

struct Child {
  source::Span span;  // of the key, or of the item
  const Value* value = nullptr;
};

Child ChildAt(const Value& parent, const diag::PathStep& step, ValidationState& worker) {
  if (parent.kind == value::Kind::kSequence && step.index >= 0) {
    const std::span<const Value* const> items = parent.items();
    const auto index = static_cast<size_t>(step.index);
    return index < items.size() ? Child{items[index]->span, items[index]} : Child();
  }
  const bool is_key = parent.kind == value::Kind::kMapping && step.index < 0;
  const value::Entry* entry = is_key ? worker.EntryOf(parent, step.key) : nullptr;
  return entry == nullptr ? Child() : Child{entry->key->span, entry->value};
}

bool Contains(const Value& collection, source::Span child) {
  return std::ranges::any_of(collection.entries(),
                             [&](const auto& entry) { return entry.key->span == child; }) ||
         std::ranges::any_of(collection.items(), [&](const Value* item) { return item->span == child; });
}

// The collection of one layer that supplied the child at `child` to `merged`.
const Value* LayerWith(const Value& merged, source::Span child) {
  for (const Value* layer = &merged; layer->origin() != nullptr; layer = layer->origin()->left) {
    const Value* right = layer->origin()->right;
    if (right != nullptr && Contains(*right, child)) {
      return right;
    }
    if (layer->origin()->left == nullptr) {
      return nullptr;
    }
    if (layer->origin()->left->origin() == nullptr) {
      return layer->origin()->left;
    }
  }
  return &merged;
}

bool IsAlias(const Value& node, const source::SourceMap& sources) {
  return node.is_collection() && node.span.has_value() && sources.Text(node.span).starts_with('*');
}

}  // namespace

void ShowAlias(const Value& root, const source::SourceMap& sources, ValidationState& worker,
               diag::Diagnostic& finding) {
  if (finding.labels.empty() || !finding.labels.front().span.has_value()) {
    return;
  }
  diag::Label& first = finding.labels.front();
  const Value* at = &root;
  for (const diag::PathStep& step : finding.path) {
    const Child child = ChildAt(*at, step, worker);
    if (child.value == nullptr) {
      return;
    }
    const Value* node = LayerWith(*at, child.span);
    if (node != nullptr && IsAlias(*node, sources)) {
      diag::Label alias{node->span, std::string(diag::kAliasLabel), diag::LabelRole::kPrimary};
      first.role = diag::LabelRole::kRelated;
      first.text = first.text.empty() ? "the value is defined here" : first.text + ", defined here";
      finding.labels.insert(finding.labels.begin(), std::move(alias));
      return;
    }
    at = child.value;
  }
}

}  // namespace kval::check
