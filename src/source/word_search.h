#pragma once

#include <string_view>

#include "src/source/source_file.h"
#include "src/support/text_search.h"

namespace kval::source {

// Whether a word of kval's own, which is short, stands in a file. Costs nothing where a byte of it stands
// nowhere.
inline bool HasWord(const SourceFile& file, std::string_view word) {
  return file.HasAll(word) && FindWord(file.text(), word) != std::string_view::npos;
}

}  // namespace kval::source
