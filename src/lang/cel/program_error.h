#pragma once

#include <cstdint>
#include <string>

namespace kval::cel {

// Why a text is no program. `at` is an offset in it.
struct ProgramError {
  uint32_t at = 0;
  std::string message;
  // A limit on the size or the nesting of programs was hit, or the stack is used up.
  bool is_limit = false;
  bool is_undeclared = false;  // a name at `at` is not declared
};

}  // namespace kval::cel
