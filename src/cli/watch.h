#pragma once

#include <functional>

#include "src/cli/command.h"
#include "src/cli/looked.h"

namespace kval::cli {

// `--watch`: does a check, writes what it found, and does it again whenever something that it saw of the disk
// has changed, until the process is ended. Does not return while there is something to watch and somebody to
// write to. The check notes in `looked`, which is a new one for each round, what it saw and wrote.
int RunWatching(const std::function<int(Looked& looked, Output& output)>& check,
                const Environment& environment, Output& output);

}  // namespace kval::cli
