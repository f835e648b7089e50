#include "src/kubernetes/entry_index.h"

#include "src/kubernetes/node.h"

namespace kval::kubernetes {
namespace {

constexpr size_t kFew = 16;  // entries are looked through each time

}  // namespace

std::optional<check::Trail> EntryIndex::At(const std::optional<check::Trail>& map, std::string_view key) {
  if (!map) {
    return std::nullopt;
  }
  if (map->value->kind != value::Kind::kMapping || map->value->entries().size() <= kFew) {
    return kubernetes::At(*map, key);
  }
  auto& entries = known_[map->value];
  if (entries.empty()) {
    for (const value::Entry& entry : map->value->entries()) {
      if (entry.key->kind == value::Kind::kString) {
        entries.try_emplace(entry.key->raw, &entry);
      }
    }
  }
  const auto found = entries.find(key);
  return found == entries.end() || found->second->value->kind == value::Kind::kNull
             ? std::nullopt
             : std::optional(map->Entry(*found->second));
}

}  // namespace kval::kubernetes
