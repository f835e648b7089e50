#pragma once

#include <functional>

#include "src/cli/command.h"

namespace kval::cli {

// Runs a command to an end: when memory or the stack run out, that is its finding (KV024, KV025), in the
// format that was asked for and beside what was found until then as far as there is room for it, and its
// status is kLimit.
int RunToAnEnd(const std::function<int(const Environment&, Output&)>& run, const Environment& environment,
               Output& output);

}  // namespace kval::cli
