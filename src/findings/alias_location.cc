#include "src/findings/alias_location.h"

#include <algorithm>
#include <ranges>
#include <string_view>
#include <utility>

namespace kval::findings {
namespace {

using value::Value;

struct Child {
  source::Span span;  // of the key, or of the item
  const Value* value = nullptr;
};

Child ChildAt(const Value& parent, const diag::PathStep& step, value::EntryIndex& keys) {
  if (parent.kind == value::Kind::kSequence && step.index >= 0) {
    const std::span<const Value* const> items = parent.items();
    const auto index = static_cast<size_t>(step.index);
    return index < items.size() ? Child{items[index]->span, items[index]} : Child();
  }
  const bool is_key = parent.kind == value::Kind::kMapping && step.index < 0;
  const value::Entry* entry = is_key ? keys.Find(parent, step.key) : nullptr;
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

// The place of the merge key `<<` in `map` if it supplied the child at `child`, which is then outside of the
// map in the same file; unset otherwise. Merge keys of maps inside `map` are in other columns.
source::Span MergeKeyWith(const Value& map, source::Span child, const source::SourceMap& sources) {
  constexpr std::string_view kMergeKey = "<<";
  const bool is_inside = map.span.begin <= child.begin && child.end <= map.span.end;
  if (map.kind != value::Kind::kMapping || !map.span.has_value() || !sources.Contains(child) || is_inside ||
      &sources.FileOf(map.span) != &sources.FileOf(child)) {
    return {};
  }
  const std::string_view text = sources.Text(map.span);
  const uint32_t column = sources.Locate(map.span.begin).column;
  for (size_t at = text.find(kMergeKey); at != std::string_view::npos; at = text.find(kMergeKey, at + 1)) {
    const auto begin = map.span.begin + static_cast<uint32_t>(at);
    if (text.starts_with('{') || sources.Locate(begin).column == column) {
      return {begin, begin + static_cast<uint32_t>(kMergeKey.size())};
    }
  }
  return {};
}

// The place of the alias or merge key among the layers of `merged` that supplied the child at `child`; unset
// otherwise. Layers without either are not searched, so that the cost does not grow with their entries.
source::Span AliasWith(const Value& merged, source::Span child, const source::SourceMap& sources) {
  const auto in_layer = [&](const Value& layer) {
    const source::Span place = IsAlias(layer, sources) ? layer.span : MergeKeyWith(layer, child, sources);
    return place.has_value() && Contains(layer, child) ? place : source::Span();
  };
  const Value* layer = &merged;
  for (; layer != nullptr && layer->origin() != nullptr; layer = layer->origin()->left) {
    const Value* right = layer->origin()->right;
    if (const source::Span place = right == nullptr ? source::Span() : in_layer(*right); place.has_value()) {
      return place;
    }
  }
  return layer == nullptr ? source::Span() : in_layer(*layer);
}

}  // namespace

void ShowAlias(const Value& root, const source::SourceMap& sources, value::EntryIndex& keys,
               diag::Diagnostic& finding) {
  if (finding.labels.empty() || !finding.labels.front().span.has_value()) {
    return;
  }
  diag::Label& first = finding.labels.front();
  const Value* at = &root;
  for (const diag::PathStep& step : finding.path) {
    const Child child = ChildAt(*at, step, keys);
    if (child.value == nullptr) {
      return;
    }
    if (const source::Span place = AliasWith(*at, child.span, sources); place.has_value()) {
      const bool is_merge_key = sources.Text(place).starts_with('<');
      diag::Label alias{place, is_merge_key ? "merged by this key" : "the value of this alias",
                        diag::LabelRole::kPrimary};
      first.role = diag::LabelRole::kRelated;
      first.text = first.text.empty() ? "the value is defined here" : first.text + ", defined here";
      finding.value_span = first.span;
      finding.labels.insert(finding.labels.begin(), std::move(alias));
      return;
    }
    at = child.value;
  }
}

void AliasSink::Consume(diag::Diagnostic finding) {
  if (document_ != nullptr && finding.has_path) {
    ShowAlias(*document_, sources_, keys_, finding);
  }
  emit_.Emit(std::move(finding));
}

}  // namespace kval::findings
