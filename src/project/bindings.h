#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/support/glob.h"
#include "src/support/keyed_hash.h"

// What the `{names}` of a set's paths stand for together.
namespace kval::project {

using Bindings = Glob::Bindings;

// Which of many bindings agree with others: no name stands for one text here and for another there. Found by
// the texts of the names that both have, so that what a matrix of n environments costs is not n².
class BindingIndex {
 public:
  // Its number is how many were added before. `bindings` must live as long, and nothing is added once
  // something was asked.
  void Add(const Bindings& bindings);

  // The numbers of those that agree, in order.
  std::vector<size_t> Agreeing(const Bindings& bindings) const;
  // Of those the ones that have no name besides.
  std::vector<size_t> Within(const Bindings& bindings) const;

 private:
  using Names = std::vector<std::string>;
  using ByTexts = TextMap<std::string, std::vector<size_t>>;
  // Bindings of the same names, by the texts of some of these.
  struct Kin {
    std::vector<size_t> members;
    mutable std::map<Names, ByTexts> by_shared;
  };

  std::vector<size_t> Find(const Bindings& bindings, bool only_within) const;

  std::vector<const Bindings*> all_;
  std::map<Names, Kin> kins_;
};

// Every combination of what names stand for in several texts, each of which finds some: two that have a name
// in common go together by it, what only one of them finds stays. Sorted; nothing when there are more than
// `most`.
std::optional<std::vector<Bindings>> Combinations(const std::vector<std::vector<const Bindings*>>& found,
                                                  size_t most);

}  // namespace kval::project
