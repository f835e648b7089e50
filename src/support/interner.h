#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/support/arena.h"
#include "src/support/id.h"

namespace kval {

// An interned string: equal text, equal Symbol, within one Interner.
using Symbol = Id<struct SymbolTag>;

// The strings of one session. Views returned by Text stay valid as long as the Interner.
//
// An open-addressing table of numbers, for every key of every document is looked up here: one look-up touches
// one line of the table and the text itself.
class Interner {
 public:
  Symbol Intern(std::string_view text);
  // The symbol of `text` if it was interned before, else a Symbol without value.
  Symbol Find(std::string_view text) const;
  std::string_view Text(Symbol symbol) const;

 private:
  struct Slot {
    uint32_t hash = 0;
    int32_t symbol = -1;  // -1: empty
  };

  // The slot of `text`, or the empty one where it belongs. The table is not empty.
  size_t Probe(std::string_view text, uint32_t hash) const;
  void Grow();

  Arena arena_;
  std::vector<Slot> slots_;  // a power of two of them, at most half of them taken
  std::vector<std::string_view> texts_;
};

}  // namespace kval
