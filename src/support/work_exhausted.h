#pragma once

#include <new>

namespace kval {

// A limit of work is reached where there is no place to report it at: KV023. Like StackExhausted
// (native_stack.h) it passes all libraries and is caught at the program's edge.
class WorkExhausted : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return "a limit of work is reached"; }
};

}  // namespace kval
