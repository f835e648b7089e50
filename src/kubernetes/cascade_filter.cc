#include "src/kubernetes/cascade_filter.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "src/check/misplaced_key.h"
#include "src/diag/resource_rule.h"

namespace kval::kubernetes {
namespace {

using value::Kind;

constexpr size_t kMostLookedAt = 64;

std::span<const value::Entry> LookedAt(const value::Value& map) {
  const std::span<const value::Entry> entries =
      map.kind == Kind::kMapping ? map.entries() : std::span<const value::Entry>();
  return entries.first(std::min(entries.size(), kMostLookedAt));
}

bool HoldsUnread(const value::Value& map) {
  const auto entries = LookedAt(map);
  return std::any_of(entries.begin(), entries.end(),
                     [](const value::Entry& entry) { return entry.value->gap == value::Recovery::kError; });
}

}  // namespace

const value::Entry* CascadeFilter::EntryOf(const value::Value& map, std::string_view key) {
  if (map.entries().size() <= kMostLookedAt) {
    const auto entries = map.entries();
    const auto found = std::find_if(entries.begin(), entries.end(), [key](const value::Entry& entry) {
      return entry.key->kind == Kind::kString && entry.key->raw == key;
    });
    return found == entries.end() ? nullptr : &*found;
  }
  const auto [index, is_new] = entries_.try_emplace(&map);
  for (const value::Entry& entry : is_new ? map.entries() : std::span<const value::Entry>()) {
    if (entry.key->kind == Kind::kString) {
      index->second.emplace(entry.key->raw, &entry);
    }
  }
  const auto found = index->second.find(key);
  return found == index->second.end() ? nullptr : found->second;
}

// Returns the entry or item at the step; nullopt if there is none.
std::optional<check::ValueCursor> CascadeFilter::Child(const check::ValueCursor& at,
                                                       const diag::PathStep& step) {
  if (step.index >= 0) {
    const bool is_there =
        at.value->kind == Kind::kSequence && static_cast<size_t>(step.index) < at.value->items().size();
    return is_there ? std::optional(at.Item(static_cast<size_t>(step.index))) : std::nullopt;
  }
  const value::Entry* const entry = at.value->kind == Kind::kMapping ? EntryOf(*at.value, step.key) : nullptr;
  return entry == nullptr ? std::nullopt : std::optional(at.Entry(*entry));
}

void UnknownKeyCollector::Consume(diag::Diagnostic finding) {
  if (finding.kind == diag::Kind::kUnknownKey) {
    places_.insert(finding.labels.front().span.begin);
  }
  emit_.Emit(std::move(finding));
}

bool UnknownKeyCollector::Has(const value::Value& key) const {
  return key.span.has_value() && places_.contains(key.span.begin);
}

void CascadeFilter::SupersedeMissing(const check::ValueCursor& map, std::string_view key,
                                     diag::Diagnostic& finding) const {
  // In an unindented block after a key without a value, the first unknown key accounts for all.
  if (map.value->kind == Kind::kNull && map.up != nullptr && map.up->value->kind == Kind::kMapping) {
    bool is_after = false;
    for (const value::Entry& entry : LookedAt(*map.up->value)) {
      if (is_after && unknown_.Has(*entry.key)) {
        finding.superseded_by.push_back({diag::Kind::kUnknownKey, entry.key->span});
        break;
      }
      is_after = is_after || entry.value == map.value;
    }
  }
  for (const value::Value* other : check::FindMisplacedKeys(map, key)) {
    if (unknown_.Has(*other)) {
      finding.superseded_by.push_back({diag::Kind::kUnknownKey, other->span});
    }
  }
}

void CascadeFilter::SupersedeMap(const check::ValueCursor& map, diag::Diagnostic& finding) const {
  // A rule of a definition that finds a key missing may have asked for any of the map's.
  const bool asks_for_any = finding.kind == diag::Kind::kCelError;
  for (const value::Entry& entry : LookedAt(*map.value)) {
    if (unknown_.Has(*entry.key)) {
      finding.superseded_by.push_back({diag::Kind::kUnknownKey, entry.key->span});
    }
    if (entry.value->kind != Kind::kNull && !asks_for_any) {
      return;
    }
  }
}

void CascadeFilter::Consume(diag::Diagnostic finding) {
  if (!finding.has_path) {
    emit_.Emit(std::move(finding));
    return;
  }
  std::deque<check::ValueCursor> chain = {check::ValueCursor::Document(written_)};
  size_t steps = 0;
  for (; steps < finding.path.size() && chain.back().value->gap != value::Recovery::kError; ++steps) {
    const std::optional<check::ValueCursor> child = Child(chain.back(), finding.path[steps]);
    if (!child) {
      break;
    }
    chain.push_back(*child);
    // A duplicate item may differ from the first one in more than its name.
    if (diag::GroupOf(finding.kind) == diag::Kind::kResource && finding.path[steps].index >= 0) {
      finding.superseded_by.push_back({diag::Kind::kListMapKey, child->value->span});
    }
  }
  const check::ValueCursor& reached = chain.back();
  const bool is_missing = steps < finding.path.size();
  if (reached.value->gap == value::Recovery::kError || (is_missing && IsRecovered(*reached.value)) ||
      (!is_missing && HoldsUnread(*reached.value))) {
    return;
  }
  if (is_missing && finding.path[steps].index < 0) {
    SupersedeMissing(reached, finding.path[steps].key, finding);
  } else if (!is_missing) {
    SupersedeMap(reached, finding);
  }
  emit_.Emit(std::move(finding));
}

}  // namespace kval::kubernetes
