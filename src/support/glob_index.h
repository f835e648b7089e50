#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/glob.h"
#include "src/support/keyed_hash.h"
#include "src/support/substring_index.h"

namespace kval {

// An index of many patterns: only patterns whose literal prefix and one literal string occur in the path are
// matched.
class GlobIndex {
 public:
  // `id` identifies the pattern in results; several patterns may share one.
  void Add(Glob glob, size_t id);

  // The ids of those that match, in ascending order, each once.
  std::vector<size_t> Matching(std::string_view path) const;
  bool MatchesAny(std::string_view path) const;

 private:
  struct Entry {
    Glob glob;
    size_t id;
  };
  // Patterns with a common prefix.
  struct Group {
    std::vector<Entry> entries;
    SubstringIndex pieces;  // of them
    // `first`: the first of its parts that need not be as in the others.
    void Add(Entry entry, size_t first);
    // Calls `take` for each match until it returns true.
    bool Any(std::string_view path, const std::function<bool(const Entry& entry)>& take) const;
  };

  bool Any(std::string_view path, const std::function<bool(const Entry& entry)>& take) const;

  TextMap<std::string, std::vector<size_t>> literal_;
  TextMap<std::string, Group> by_first_part_;
  Group others_;
};

}  // namespace kval
