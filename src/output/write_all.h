#pragma once

#include <string_view>

namespace kval::output {

inline constexpr int kStandardOutput = 1, kStandardError = 2;

// Writes the whole string to an open descriptor, repeating partial writes; waits if a non-blocking descriptor
// is full. A console of Windows receives UTF-16. Returns false and sets errno on failure.
bool WriteAll(int descriptor, std::string_view text);

// Writes the string if the descriptor accepts some of it now. Failures cannot be reported.
void WriteWithoutBlocking(int descriptor, std::string_view text);

}  // namespace kval::output
