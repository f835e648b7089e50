#include "src/kubernetes/similar_key.h"

#include <algorithm>
#include <span>

#include "src/support/edit_distance.h"

namespace kval::kubernetes {

bool HasSimilarKey(const check::ValueCursor& map, std::string_view key,
                   std::initializer_list<std::string_view> declared) {
  if (map.value->kind != value::Kind::kMapping) {
    return false;
  }
  const std::span<const value::Entry> entries = map.value->entries();
  return std::any_of(entries.begin(), entries.end(), [&](const value::Entry& entry) {
    const bool is_text = entry.key->kind == value::Kind::kString;
    const bool is_intended = entry.key->raw == key ||
                             std::find(declared.begin(), declared.end(), entry.key->raw) != declared.end();
    return is_text && !is_intended && !Nearest(entry.key->raw, std::span(&key, 1)).empty();
  });
}

}  // namespace kval::kubernetes
