#pragma once

#include "src/cli/command.h"

namespace kval::cli {

// Writes what a command made, errors first. False when standard output is full, closed or read by nobody,
// which is said on standard error.
bool WriteStreams(const Output& output);

}  // namespace kval::cli
