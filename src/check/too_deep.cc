#include "src/check/too_deep.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_set>

#include "src/check/describe.h"

namespace kval::check {
namespace {

constexpr size_t kMostLookedAt = 64;

bool IsBlock(const value::Value& value) {
  return value.kind == value::Kind::kMapping && value.style == value::Style::kBlock;
}

// The key of that name that ends a block below one of the map's other keys; null when there is none.
const value::Value* FindTooDeep(const value::Value& map, std::string_view key) {
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

void ShowTooDeep(const value::Value& map, std::string_view key, diag::Builder& builder) {
  if (const value::Value* found = FindTooDeep(map, key)) {
    builder.Related(found->span, "`" + std::string(key) + "` stands here: is it indented too far?");
  }
}

void DropTooDeep(Faults& faults) {
  std::unordered_set<const value::Value*> too_deep;
  for (const Fault& fault : faults) {
    if (fault.what == Fault::What::kMissingKey) {
      const std::string name = fault.field == nullptr ? fault.name : KeyName(*fault.field->key);
      too_deep.insert(FindTooDeep(*fault.value, name));
    }
  }
  too_deep.erase(nullptr);
  if (!too_deep.empty()) {
    std::erase_if(faults, [&too_deep](const Fault& fault) {
      return fault.what == Fault::What::kUnknownKey && too_deep.contains(fault.child);
    });
  }
}

}  // namespace kval::check
