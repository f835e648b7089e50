#pragma once

#include <functional>

#include "src/cli/command.h"

namespace kval::cli {

// Runs a command. If memory or stack is exhausted, reports KV024 or KV025 in the requested format, with
// earlier findings if memory permits, and returns kLimit.
int RunToAnEnd(const std::function<int(const Environment&, Output&)>& run, const Environment& environment,
               Output& output);

}  // namespace kval::cli
