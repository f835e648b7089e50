#pragma once

#include <cstdint>
#include <unordered_map>

#include "src/value/value.h"

namespace kval::templating {

// The expanded size of values in which parts are shared. Template functions return fragments that are
// inserted repeatedly without copying, so a few lines can exceed any memory once written, merged or checked.
class ExpandedSize {
 public:
  // Returns the bytes of a value's nodes and strings when expanded, at most kMost. Linear in the shared size.
  uint64_t GetSize(const value::Value& value);

  static constexpr uint64_t kMax = uint64_t{1} << 56;

 private:
  std::unordered_map<const value::Value*, uint64_t> known_;  // of collections
};

}  // namespace kval::templating
