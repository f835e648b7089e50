#pragma once

#include <cstddef>
#include <optional>

#include "src/value/value.h"

namespace kval::merge {

// Entries of an overlay's map below a key without a value, which the map that it is laid over lacks, while
// the map under that key there has them: a block that was not indented.
struct UnindentedBlock {
  size_t bare = 0;  // the entry without a value
  size_t end = 0;   // behind the last entry of the block
};

// The block that begins at the entry `at` of `overlay`; nothing when that one has a value, or none follows.
std::optional<UnindentedBlock> FindUnindented(const value::Value& left, const value::Value& overlay,
                                              size_t at);

}  // namespace kval::merge
