#include "src/findings/cascade_filter.h"

#include <algorithm>
#include <deque>
#include <span>
#include <utility>

#include "src/diag/resource_rule.h"
#include "src/findings/misplaced_key.h"

namespace kval::findings {
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
  // A map without any declared key lacks them all.
  const std::span<const value::Entry> entries = LookedAt(*map.value);
  if (!entries.empty() && std::all_of(entries.begin(), entries.end(),
                                      [&](const value::Entry& entry) { return unknown_.Has(*entry.key); })) {
    finding.superseded_by.push_back({diag::Kind::kUnknownKey, entries.front().key->span});
  }
  for (const value::Value* other : findings::FindMisplacedKeys(map, key)) {
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
  const std::deque<check::ValueCursor> chain = check::FollowPath(written_, finding.path, keys_);
  const size_t steps = chain.size() - 1;
  for (size_t i = 0; i < steps && diag::GroupOf(finding.kind) == diag::Kind::kResource; ++i) {
    // A duplicate item may differ from the first one in more than its name.
    if (finding.path[i].index >= 0) {
      finding.superseded_by.push_back({diag::Kind::kListMapKey, chain[i + 1].value->span});
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

}  // namespace kval::findings
