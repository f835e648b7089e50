#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/glob.h"
#include "src/support/keyed_hash.h"
#include "src/support/piece_index.h"

namespace kval {

// Many patterns, of which a path is compared with those alone that begin as it does and one of whose texts
// stands in it: what a pattern names without wildcards, and its first part where that has none, is looked up.
class GlobIndex {
 public:
  // `id` is what the pattern is called in answers; several may be called the same.
  void Add(Glob glob, size_t id);

  // The ids of those that match, in ascending order, each once.
  std::vector<size_t> Matching(std::string_view path) const;
  bool MatchesAny(std::string_view path) const;

 private:
  struct Entry {
    Glob glob;
    size_t id;
  };
  // Patterns that begin alike.
  struct Group {
    std::vector<Entry> entries;
    PieceIndex pieces;  // of them
    // `first`: the first of its parts that need not be as in the others.
    void Add(Entry entry, size_t first);
    // Calls `take` for those that match until it says that this is enough.
    bool Any(std::string_view path, const std::function<bool(const Entry& entry)>& take) const;
  };

  bool Any(std::string_view path, const std::function<bool(const Entry& entry)>& take) const;

  TextMap<std::string, std::vector<size_t>> literal_;
  TextMap<std::string, Group> by_first_part_;
  Group others_;
};

}  // namespace kval
