#include "src/kubernetes/near_key.h"

#include <algorithm>
#include <span>

#include "src/support/edit_distance.h"

namespace kval::kubernetes {

bool HasMisspelt(const check::Trail& map, std::string_view key) {
  if (map.value->kind != value::Kind::kMapping) {
    return false;
  }
  const std::span<const value::Entry> entries = map.value->entries();
  return std::any_of(entries.begin(), entries.end(), [&](const value::Entry& entry) {
    const bool is_other = entry.key->kind == value::Kind::kString && entry.key->raw != key;
    return is_other && !Nearest(entry.key->raw, std::span(&key, 1)).empty();
  });
}

}  // namespace kval::kubernetes
