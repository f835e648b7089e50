#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/support/arena.h"
#include "src/support/id.h"

namespace kval {

// An interned string: equal text, equal Symbol, within one Interner.
using Symbol = Id<struct SymbolTag>;

// The interned strings of one session. Views returned by Text are valid while the Interner exists.
//
// Every key of every document is looked up, so the table is an open-addressing table of numbers: one lookup
// reads one cache line of the table and the string itself.
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

  // Returns the slot of `text`, or the empty slot to insert it in. Requires: the table is not empty.
  size_t Probe(std::string_view text, uint32_t hash) const;
  void Grow();

  Arena arena_;
  std::vector<Slot> slots_;  // size is a power of two; at most half of the slots are used
  std::vector<std::string_view> strings_;
};

}  // namespace kval
