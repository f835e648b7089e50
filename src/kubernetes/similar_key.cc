#include "src/kubernetes/similar_key.h"

#include <algorithm>
#include <span>

#include "src/support/edit_distance.h"

namespace kval::kubernetes {

bool HasSimilarKey(const check::ValueCursor& map, std::string_view key,
                   std::initializer_list<std::string_view> declared) {
  return HasSimilarUndeclaredKey(map, key, [&](std::string_view other) {
    return std::find(declared.begin(), declared.end(), other) != declared.end();
  });
}

bool HasSimilarUndeclaredKey(const check::ValueCursor& map, std::string_view key,
                             const std::function<bool(std::string_view)>& is_declared) {
  if (map.value->kind != value::Kind::kMapping) {
    return false;
  }
  const std::span<const value::Entry> entries = map.value->entries();
  return std::any_of(entries.begin(), entries.end(), [&](const value::Entry& entry) {
    const bool is_text = entry.key->kind == value::Kind::kString;
    return is_text && entry.key->raw != key && !is_declared(entry.key->raw) &&
           !Nearest(entry.key->raw, std::span(&key, 1)).empty();
  });
}

}  // namespace kval::kubernetes
