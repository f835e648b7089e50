#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/support/glob.h"
#include "src/support/keyed_hash.h"

// The combined values of the `{names}` in a set's paths.
namespace kval::project {

using Bindings = Glob::Bindings;

// Finds bindings that agree with others: no name has two values. Indexed by the values of common names, so
// that a matrix of n environments does not cost n².
class BindingIndex {
 public:
  // Adds bindings, numbered in order of insertion. `bindings` must outlive the index. Requires: no query was
  // made.
  void Add(const Bindings& bindings);

  // Returns the numbers of compatible bindings, in order.
  std::vector<size_t> FindCompatible(const Bindings& bindings) const;
  // Returns the indexes of those that have no other names.
  std::vector<size_t> FindSubsets(const Bindings& bindings) const;

 private:
  using Names = std::vector<std::string>;
  using ByStrings = TextMap<std::string, std::vector<size_t>>;
  // Bindings of the same names, by the values of some of these.
  struct BindingGroup {
    std::vector<size_t> members;
    mutable std::map<Names, ByStrings> by_shared;
  };

  std::vector<size_t> Find(const Bindings& bindings, bool only_within) const;

  std::vector<const Bindings*> all_;
  std::map<Names, BindingGroup> groups_;
};

// Returns every combination of the names' values in several patterns, each with its matches: patterns with a
// common name are joined by it; values of one pattern only are kept. Sorted; nullopt beyond `most`.
std::optional<std::vector<Bindings>> Combinations(const std::vector<std::vector<const Bindings*>>& found,
                                                  size_t most);

}  // namespace kval::project
