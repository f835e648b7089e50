#pragma once

#include <string_view>

#include "src/cli/command.h"

namespace kval::cli {

// Writes what a command made, errors first, until its deadline, which is met then. False when standard output
// is full, closed or read by nobody, which is said on standard error.
bool WriteStreams(const Output& output);

// A short line on standard error from beside a run that may be writing there; nothing when nobody takes it
// now.
void WriteLastWord(std::string_view text);

}  // namespace kval::cli
