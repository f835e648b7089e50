#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/glob.h"
#include "src/support/keyed_hash.h"

namespace kval {

// Many patterns, of which a path is compared with those alone that begin as it does: what a pattern names
// without wildcards, and its first part where that has none, is looked up.
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

  TextMap<std::string, std::vector<size_t>> literal_;
  TextMap<std::string, std::vector<Entry>> by_first_part_;
  std::vector<Entry> others_;
};

}  // namespace kval
