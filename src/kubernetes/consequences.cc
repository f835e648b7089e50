#include "src/kubernetes/consequences.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "src/check/key_elsewhere.h"

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
                     [](const value::Entry& entry) { return entry.value->gap == value::Gap::kAll; });
}

}  // namespace

const value::Entry* Consequences::EntryOf(const value::Value& map, std::string_view key) {
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
std::optional<check::Trail> Consequences::Child(const check::Trail& at, const diag::PathStep& step) {
  if (step.index >= 0) {
    const bool is_there =
        at.value->kind == Kind::kSequence && static_cast<size_t>(step.index) < at.value->items().size();
    return is_there ? std::optional(at.Item(static_cast<size_t>(step.index))) : std::nullopt;
  }
  const value::Entry* const entry = at.value->kind == Kind::kMapping ? EntryOf(*at.value, step.key) : nullptr;
  return entry == nullptr ? std::nullopt : std::optional(at.Entry(*entry));
}

void UnknownKeys::Consume(diag::Diagnostic finding) {
  if (finding.kind == diag::Kind::kUnknownKey) {
    // SOPS stores its metadata there; it is removed when the resource is decrypted before it is applied.
    if (finding.path.size() == 1 && finding.path.front().key == "sops") {
      return;
    }
    places_.insert(finding.labels.front().span.begin);
  }
  emit_.Emit(std::move(finding));
}

bool UnknownKeys::Has(const value::Value& key) const {
  return key.span.has_value() && places_.contains(key.span.begin);
}

void Consequences::TellOfMissing(const check::Trail& map, std::string_view key,
                                 diag::Diagnostic& finding) const {
  // In an unindented block after a key without a value, the first unknown key accounts for all.
  if (map.value->kind == Kind::kNull && map.up != nullptr && map.up->value->kind == Kind::kMapping) {
    bool is_behind = false;
    for (const value::Entry& entry : LookedAt(*map.up->value)) {
      if (is_behind && unknown_.Has(*entry.key)) {
        finding.told_by.push_back({diag::Kind::kUnknownKey, entry.key->span});
        break;
      }
      is_behind = is_behind || entry.value == map.value;
    }
  }
  for (const value::Value* other : check::KeysElsewhere(map, key)) {
    if (unknown_.Has(*other)) {
      finding.told_by.push_back({diag::Kind::kUnknownKey, other->span});
    }
  }
}

void Consequences::TellOfWhole(const check::Trail& map, diag::Diagnostic& finding) const {
  // A rule of a definition that finds a key missing may have asked for any of the map's.
  const bool asks_for_any = finding.kind == diag::Kind::kCelError;
  for (const value::Entry& entry : LookedAt(*map.value)) {
    if (unknown_.Has(*entry.key)) {
      finding.told_by.push_back({diag::Kind::kUnknownKey, entry.key->span});
    }
    if (entry.value->kind != Kind::kNull && !asks_for_any) {
      return;
    }
  }
}

void Consequences::Consume(diag::Diagnostic finding) {
  if (!finding.has_path) {
    emit_.Emit(std::move(finding));
    return;
  }
  std::deque<check::Trail> chain = {check::Trail::Document(written_)};
  size_t steps = 0;
  for (; steps < finding.path.size() && chain.back().value->gap != value::Gap::kAll; ++steps) {
    const std::optional<check::Trail> child = Child(chain.back(), finding.path[steps]);
    if (!child) {
      break;
    }
    chain.push_back(*child);
    // A duplicate item may differ from the first one in more than its name.
    if (finding.kind == diag::Kind::kResource && finding.path[steps].index >= 0) {
      finding.told_by.push_back({diag::Kind::kListMapKey, child->value->span});
    }
  }
  const check::Trail& reached = chain.back();
  const bool is_missing = steps < finding.path.size();
  if (reached.value->gap == value::Gap::kAll || (is_missing && HasGap(*reached.value)) ||
      (!is_missing && HoldsUnread(*reached.value))) {
    return;
  }
  if (is_missing && finding.path[steps].index < 0) {
    TellOfMissing(reached, finding.path[steps].key, finding);
  } else if (!is_missing) {
    TellOfWhole(reached, finding);
  }
  emit_.Emit(std::move(finding));
}

}  // namespace kval::kubernetes
