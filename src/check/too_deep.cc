#include "src/check/too_deep.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace kval::check {
namespace {

constexpr size_t kMostLookedAt = 64;

bool IsBlock(const value::Value& value) {
  return value.kind == value::Kind::kMapping && value.style == value::Style::kBlock;
}

// The key of that name that ends a block below the map, or null.
const value::Value* KeyTooDeep(const value::Value& map, std::string_view key) {
  if (!IsBlock(map)) {
    return nullptr;
  }
  const auto entries = map.entries();
  for (const value::Entry& entry : entries.first(std::min(entries.size(), kMostLookedAt))) {
    if (!IsBlock(*entry.value) || entry.value->entries().empty()) {
      continue;
    }
    const value::Value& last = *entry.value->entries().back().key;
    if (last.kind == value::Kind::kString && last.raw == key && last.span.has_value()) {
      return &last;
    }
  }
  return nullptr;
}

}  // namespace

void TellTooDeep(const Trail& map, std::string_view key, Faults& faults) {
  const value::Value* const found = KeyTooDeep(*map.value, key);
  if (found == nullptr) {
    return;
  }
  const auto end = faults.size() < kMostLookedAt ? faults.rend() : faults.rbegin() + kMostLookedAt;
  const auto told = std::find_if(faults.rbegin(), end, [found](const Fault& fault) {
    return fault.what == Fault::What::kUnknownKey && fault.child == found && fault.field == nullptr;
  });
  if (told != end) {
    told->outer = map.value;
    told->outer_key = map.key;
  }
}

void ShowTooDeep(const value::Value& map, std::string_view key, diag::Builder& builder) {
  if (const value::Value* const found = KeyTooDeep(map, key)) {
    builder.Related(found->span, "`" + std::string(key) + "` stands here: is it indented too far?");
  }
}

}  // namespace kval::check
