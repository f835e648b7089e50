#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace kval::gotemplate {

// A set of sources, as an index of an Origins table. 0 is the empty set.
struct OriginSet {
  uint32_t index = 0;
  bool empty() const { return index == 0; }
  friend bool operator==(OriginSet, OriginSet) = default;
};

// The sets of sources that values come from. A source is a number that the host chooses, such as the index of
// a node of a values file. Equal sets have the same index. A set has at most kMaxSources members: further
// ones are dropped, because a report names few.
class Origins {
 public:
  static constexpr size_t kMaxSources = 16;

  Origins();
  OriginSet Of(uint32_t source);
  OriginSet Union(OriginSet a, OriginSet b);
  // In ascending order.
  std::span<const uint32_t> Sources(OriginSet set) const;

 private:
  struct Range {
    uint32_t start;
    uint32_t size;
  };
  OriginSet Intern(std::span<const uint32_t> sources);

  std::vector<uint32_t> sources_;
  std::vector<Range> sets_;
  std::unordered_multimap<uint64_t, uint32_t> by_hash_;
  std::unordered_map<uint64_t, uint32_t> unions_;  // of two indexes
};

}  // namespace kval::gotemplate
