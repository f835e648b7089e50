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

}  // namespace

void ShowTooDeep(const value::Value& map, std::string_view key, diag::Builder& builder) {
  if (!IsBlock(map)) {
    return;
  }
  const auto entries = map.entries();
  for (const value::Entry& entry : entries.first(std::min(entries.size(), kMostLookedAt))) {
    if (!IsBlock(*entry.value) || entry.value->entries().empty()) {
      continue;
    }
    const value::Value& last = *entry.value->entries().back().key;
    if (last.kind == value::Kind::kString && last.raw == key && last.span.has_value()) {
      builder.Related(last.span, "`" + std::string(key) + "` stands here: is it indented too far?");
      return;
    }
  }
}

}  // namespace kval::check
