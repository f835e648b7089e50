#pragma once

#include <string_view>

namespace kval::output {

// Writes the whole text to an open descriptor, however often the system stops half way; waits where a
// non-blocking one is full. False when it cannot be written; errno says why.
bool WriteAll(int descriptor, std::string_view text);

}  // namespace kval::output
