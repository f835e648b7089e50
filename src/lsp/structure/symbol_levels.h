#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kval::lsp {

// Selects the upper levels of a tree, so that a limited number of nodes is left: whole levels from the top,
// and the first nodes of the next level. Count all nodes, then Limit, then Take each node in the same order.
class UpperLevels {
 public:
  void Count(size_t depth) {
    counts_.resize(std::max(counts_.size(), depth + 1));
    ++counts_[depth];
  }
  // Nodes below `most_levels` levels are left out as well: clients read nested results recursively.
  void Limit(size_t most, size_t most_levels) {
    counts_.resize(std::min(counts_.size(), most_levels));
    for (size_t& count : counts_) {
      count = std::min(count, most);
      most -= count;
    }
  }
  // Whether the node is left.
  bool Take(size_t depth) {
    if (depth >= counts_.size() || counts_[depth] == 0) {
      return false;
    }
    --counts_[depth];
    return true;
  }

 private:
  std::vector<size_t> counts_;  // by depth
};

}  // namespace kval::lsp
