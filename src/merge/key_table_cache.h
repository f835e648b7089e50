#pragma once

#include <cstdint>
#include <unordered_map>

#include "src/merge/key_index.h"
#include "src/value/value.h"

namespace kval::merge {

// Whether base values are used again after a merge.
enum class BaseReuse : uint8_t { kShared, kConsumed };

// Caches key tables of large maps across a chain of merges, where each layer would otherwise rebuild the
// table and copy the map to change one entry.
//
// A cache that outlives the maps may serve all merges. With kIsGivenUp it serves one chain, whose earlier
// results are used only for their kinds and spans (Origin); maps that the chain created are then modified in
// place.
class KeyTableCache {
 public:
  explicit KeyTableCache(BaseReuse below = BaseReuse::kShared)
      : may_consume_(below == BaseReuse::kConsumed) {}

  struct TakenTable {
    KeyTable table;
    value::Entry* exclusive =
        nullptr;  // the map's entries, where they may be changed; null: they are to be copied
  };
  // Removes and returns the table of `map`, to be stored again for its successor.
  TakenTable Take(const value::Value& map);
  // Stores `table`, whose entries must be those of `map` at the same positions. `is_exclusive`: no other
  // value shares the entries.
  void Keep(const value::Value& map, KeyTable table, bool is_exclusive);
  // Call if other code may refer to values of the chain: functions of an overlay.
  void Show() { may_consume_ = false; }

 private:
  struct CachedTable {
    KeyTable table;
    bool is_exclusive = false;
  };
  bool may_consume_;
  // Keyed by the address of the first entry: a map that grows by appending keeps it (value::Builder).
  std::unordered_map<const value::Entry*, CachedTable> maps_;
};

}  // namespace kval::merge
