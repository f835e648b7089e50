#pragma once

#include <cstring>
#include <string_view>

namespace kval::kcl::runtime {

// Whether two keys are equal. Those of a program's own text are one text, and others mostly differ in their
// length or at their beginning: few are compared as a whole.
inline bool IsSameKey(std::string_view a, std::string_view b) {
  return a.size() == b.size() && (a.data() == b.data() || a.empty() ||
                                  (a.front() == b.front() && std::memcmp(a.data(), b.data(), a.size()) == 0));
}

}  // namespace kval::kcl::runtime
