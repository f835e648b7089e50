#pragma once

#include <cstdint>
#include <unordered_map>

#include "src/merge/key_index.h"
#include "src/value/value.h"

namespace kval::merge {

// Whether values over which layers are laid are looked at once more afterwards.
enum class Below : uint8_t { kStays, kIsGivenUp };

// What is known of large maps over which one layer after the other is laid: each layer would make the table
// of their keys anew, or search the whole map for its one key, and copy the map to change one entry.
//
// One that outlives the maps, or belongs to what makes them, may be used for all merges. With kIsGivenUp it
// is for one chain of merges, each of which is laid over what came of the one before: who has it never looks
// at earlier results again, but for their kinds and places (Origin). Maps that the chain itself made are
// changed where they stand then.
class KeptTables {
 public:
  explicit KeptTables(Below below = Below::kStays) : gives_up_(below == Below::kIsGivenUp) {}

  struct Known {
    KeyTable table;
    value::Entry* own = nullptr;  // the map's entries, where they may be changed; null: they are to be copied
  };
  // Of what stands in `map`, to be kept again for what becomes of it.
  Known Take(const value::Value& map);
  // All that `table` knows are entries of `map`, each at its place. `own`: nobody else has the entries.
  void Keep(const value::Value& map, KeyTable table, bool is_own);
  // Others have seen values of the chain, and may hold them: functions of an overlay.
  void Show() { gives_up_ = false; }

 private:
  struct Kept {
    KeyTable table;
    bool is_own = false;
  };
  bool gives_up_;
  // By the place of the first entry: a map that grows by adding stands where it stood (value::Builder).
  std::unordered_map<const value::Entry*, Kept> maps_;
};

}  // namespace kval::merge
