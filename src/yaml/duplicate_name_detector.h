#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kval::yaml {

// Detects repeated names, reused for each mapping of a text; allocates only for a mapping larger than all
// before. Names must stay valid until Reset.
class DuplicateNameDetector {
 public:
  // Removes all names. `count`: the maximum number of names that are added.
  void Reset(size_t count);
  // Returns false if the name was added before.
  bool Add(std::string_view name) { return limit_ == 0 ? AddToFew(name) : AddToMany(name); }

 private:
  // Up to here comparing with each one is faster than hashing.
  static constexpr size_t kFew = 16;

  bool AddToFew(std::string_view name);
  bool AddToMany(std::string_view name);

  size_t size_ = 0;
  size_t limit_ = 0;                  // of many names; 0: there are few
  size_t mask_ = 0;                   // of the slots that are used for this mapping
  std::array<uint64_t, kFew> marks_;  // for few names: distinguishes most of them
  std::array<std::string_view, kFew> few_;
  std::vector<std::string_view> many_;
  std::vector<uint64_t> slots_;  // by hash: half of it, and the number of the name from 1 on; 0: empty
};

}  // namespace kval::yaml
