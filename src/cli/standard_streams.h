#pragma once

#include <string_view>

#include "src/cli/command.h"

namespace kval::cli {

// Writes a command's output, errors first, before its deadline, which is then disarmed. Returns false after
// reporting on standard error that standard output is full or closed.
bool WriteStreams(const CommandOutput& output);

// Writes a short line to standard error concurrently with a run; nothing if that would block.
void WriteWithoutBlocking(std::string_view text);

}  // namespace kval::cli
