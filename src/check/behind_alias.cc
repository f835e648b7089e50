#include "src/check/behind_alias.h"

#include <algorithm>
#include <string>
#include <utility>

#include "src/diag/alias_label.h"

namespace kval::check {
namespace {

using value::Value;

struct Child {
  source::Span place;  // of the key, or of the item
  const Value* value = nullptr;
};

Child ChildAt(const Value& parent, const diag::PathStep& step, Worker& worker) {
  if (parent.kind == value::Kind::kSequence && step.index >= 0) {
    const std::span<const Value* const> items = parent.items();
    const auto index = static_cast<size_t>(step.index);
    return index < items.size() ? Child{items[index]->span, items[index]} : Child();
  }
  const bool is_key = parent.kind == value::Kind::kMapping && step.index < 0;
  const value::Entry* entry = is_key ? worker.EntryOf(parent, step.key) : nullptr;
  return entry == nullptr ? Child() : Child{entry->key->span, entry->value};
}

bool IsIn(source::Span place, source::Span span) {
  return place.begin >= span.begin && place.end <= span.end;
}

// The node, as it was written, that gave `merged` the child at `place`: an anchor stands above its aliases.
const Value* WrittenAbove(const Value& merged, source::Span place) {
  const auto is_above = [place](const Value& node) {
    return node.is_collection() && node.span.has_value() && place.has_value() && !IsIn(place, node.span) &&
           place.begin < node.span.begin;
  };
  if (merged.origin() == nullptr) {
    return is_above(merged) ? &merged : nullptr;
  }
  for (const Value* layer = &merged; layer->origin() != nullptr; layer = layer->origin()->left) {
    const Value& right = *layer->origin()->right;
    const std::span<const value::Entry> entries = right.entries();
    const bool has_it =
        std::ranges::any_of(entries, [&](const auto& entry) { return entry.key->span == place; }) ||
        std::ranges::any_of(right.items(), [&](const Value* item) { return item->span == place; });
    if (has_it) {
      return is_above(right) ? &right : nullptr;
    }
  }
  return nullptr;
}

// Whether nothing of the collection stands where the collection does: it is an alias, or a map of a `<<`
// alone.
bool IsElsewhere(const Value& node) {
  return std::ranges::none_of(node.entries(),
                              [&](const auto& entry) { return IsIn(entry.key->span, node.span); }) &&
         std::ranges::none_of(node.items(), [&](const Value* item) { return IsIn(item->span, node.span); });
}

}  // namespace

void ShowAlias(const Value& root, Worker& worker, diag::Diagnostic& finding) {
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
    const Value* written = WrittenAbove(*at, child.place);
    if (written != nullptr && first.span.begin < written->span.begin) {
      if (!IsElsewhere(*written)) {
        finding.labels.push_back(
            {{written->span.begin, written->span.begin}, "a `<<` merges it into this map"});
        return;
      }
      diag::Label alias{written->span, std::string(diag::kAliasLabel), diag::Role::kPrimary};
      first.role = diag::Role::kRelated;
      first.text = first.text.empty() ? "the value is written here" : first.text + ", written here";
      finding.labels.insert(finding.labels.begin(), std::move(alias));
      return;
    }
    at = child.value;
  }
}

}  // namespace kval::check
