#pragma once

#include "src/cli/command.h"

namespace kval::cli {

// Runs a command. If memory or stack is exhausted, reports KV024 or KV025 in the requested format, with
// earlier findings if memory permits, and returns kLimit.
int RunGuarded(const RunCommand& run, const ProcessEnvironment& environment, CommandOutput& output);

}  // namespace kval::cli
