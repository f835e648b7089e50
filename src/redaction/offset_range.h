#pragma once

#include <cstddef>

namespace kval::redaction {

// A part of a text, by its bytes.
struct OffsetRange {
  size_t begin = 0;
  size_t end = 0;
};

}  // namespace kval::redaction
