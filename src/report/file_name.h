#pragma once

#include <string_view>

namespace kval::report {

// Whether a text's name is that of a file, not of a flag or of standard input.
inline bool IsFileName(std::string_view name) {
  return !name.empty() && name[0] != '(' && name[0] != '<';
}

}  // namespace kval::report
