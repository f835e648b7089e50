#pragma once

#include <string_view>

namespace kval::output {

// Writes the whole string to an open descriptor, repeating partial writes; waits if a non-blocking descriptor
// is full. Returns false and sets errno on failure.
bool WriteAll(int descriptor, std::string_view text);

}  // namespace kval::output
