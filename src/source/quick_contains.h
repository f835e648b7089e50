#pragma once

#include <string_view>

#include "src/source/source_file.h"
#include "src/support/text_search.h"

namespace kval::source {

// Returns whether a short constant word occurs in a file. O(1) if one of its bytes does not occur.
inline bool QuickContains(const SourceFile& file, std::string_view word) {
  return file.HasAll(word) && FindWord(file.text(), word) != std::string_view::npos;
}

}  // namespace kval::source
