#pragma once

#include <cstdint>
#include <unordered_map>

#include "src/merge/key_index.h"
#include "src/value/value.h"

namespace kval::merge {

// Whether base values are used again after a merge.
enum class Below : uint8_t { kStays, kIsGivenUp };

// Caches key tables of large maps across a chain of merges, where each layer would otherwise rebuild the
// table and copy the map to change one entry.
//
// A cache that outlives the maps may serve all merges. With kIsGivenUp it serves one chain, whose earlier
// results are used only for their kinds and spans (Origin); maps that the chain created are then modified in
// place.
class KeptTables {
 public:
  explicit KeptTables(Below below = Below::kStays) : gives_up_(below == Below::kIsGivenUp) {}

  struct Known {
    KeyTable table;
    value::Entry* own = nullptr;  // the map's entries, where they may be changed; null: they are to be copied
  };
  // Removes and returns the table of `map`, to be stored again for its successor.
  Known Take(const value::Value& map);
  // Stores `table`, whose entries must be those of `map` at the same positions. `is_own`: no other value
  // shares the entries.
  void Keep(const value::Value& map, KeyTable table, bool is_own);
  // Others have seen values of the chain, and may hold them: functions of an overlay.
  void Show() { gives_up_ = false; }

 private:
  struct Kept {
    KeyTable table;
    bool is_own = false;
  };
  bool gives_up_;
  // Keyed by the address of the first entry: a map that grows by appending keeps it (value::Builder).
  std::unordered_map<const value::Entry*, Kept> maps_;
};

}  // namespace kval::merge
