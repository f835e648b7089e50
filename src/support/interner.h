#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/support/arena.h"
#include "src/support/id.h"

namespace kval {

// An interned string: equal text, equal Symbol, within one Interner.
using Symbol = Id<struct SymbolTag>;

// The strings of one session. Views returned by Text stay valid as long as the Interner.
class Interner {
 public:
  Symbol Intern(std::string_view text);
  // The symbol of `text` if it was interned before, else a Symbol without value.
  Symbol Find(std::string_view text) const;
  std::string_view Text(Symbol symbol) const;

 private:
  Arena arena_;
  std::unordered_map<std::string_view, Symbol> symbols_;
  std::vector<std::string_view> texts_;
};

}  // namespace kval
