#include "src/findings/alias_location.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kval::findings {
namespace {

using value::Value;

struct Child {
  source::Span span;  // of the key, or of the item
  const Value* value = nullptr;
};

Child ChildAt(const Value& parent, const diag::PathStep& step, check::ValidationState& worker) {
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

bool IsAlias(const Value& node, const source::SourceMap& sources) {
  return node.is_collection() && node.span.has_value() && sources.Text(node.span).starts_with('*');
}

// The alias among the layers of `merged` that supplied the child at `child`, or null. Layers that are no
// alias are not searched, so that the cost does not grow with their entries.
const Value* AliasWith(const Value& merged, source::Span child, const source::SourceMap& sources) {
  const Value* layer = &merged;
  for (; layer != nullptr && layer->origin() != nullptr; layer = layer->origin()->left) {
    const Value* right = layer->origin()->right;
    if (right != nullptr && IsAlias(*right, sources) && Contains(*right, child)) {
      return right;
    }
  }
  return layer != nullptr && IsAlias(*layer, sources) && Contains(*layer, child) ? layer : nullptr;
}

}  // namespace

void ShowAlias(const Value& root, const source::SourceMap& sources, check::ValidationState& worker,
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
    if (const Value* node = AliasWith(*at, child.span, sources)) {
      diag::Label alias{node->span, "the value of this alias", diag::LabelRole::kPrimary};
      first.role = diag::LabelRole::kRelated;
      first.text = first.text.empty() ? "the value is defined here" : first.text + ", defined here";
      finding.value_span = first.span;
      finding.labels.insert(finding.labels.begin(), std::move(alias));
      return;
    }
    at = child.value;
  }
}

}  // namespace kval::findings
