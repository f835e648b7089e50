#pragma once

#include <string_view>

namespace kval::report {

// Whether a text's name is that of a file, not of a flag, of standard input or of a text that is part of kval
// (`kval:project.yml`).
inline bool IsFileName(std::string_view name) {
  return !name.empty() && name[0] != '(' && name[0] != '<' && !name.starts_with("kval:");
}

}  // namespace kval::report
