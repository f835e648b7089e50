#include "src/merge/key_table_cache.h"

#include <utility>

namespace kval::merge {
namespace {

// Smaller ones are searched.
constexpr size_t kSmallMap = 16;

}  // namespace

KeyTableCache::TakenTable KeyTableCache::Take(const value::Value& map) {
  if (map.entries().size() <= kSmallMap) {
    return {};
  }
  auto node = maps_.extract(map.entries().data());
  if (node.empty()) {
    return {};
  }
  TakenTable known;
  if (node.mapped().is_exclusive && may_consume_) {
    // Made by this chain, in memory that is no constant.
    known.exclusive =
        const_cast<value::Entry*>(map.entries().data());  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  }
  // A map that grew from this one has the same address, and its table has more entries.
  if (node.mapped().table.known() <= map.entries().size()) {
    known.table = std::move(node.mapped().table);
  }
  return known;
}

void KeyTableCache::Keep(const value::Value& map, KeyTable table, bool is_own) {
  if (map.entries().size() > kSmallMap) {
    maps_.insert_or_assign(map.entries().data(), CachedTable{std::move(table), is_own});
  }
}

}  // namespace kval::merge
