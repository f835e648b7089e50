#pragma once

#include <functional>

#include "src/cli/command.h"

namespace kval::cli {

// Runs a command. If memory or stack is exhausted, reports KV024 or KV025 in the requested format, with
// earlier findings if memory permits, and returns kLimit.
int RunGuarded(const std::function<int(const ProcessEnvironment&, CommandOutput&)>& run,
               const ProcessEnvironment& environment, CommandOutput& output);

}  // namespace kval::cli
