#pragma once

#include <functional>

#include "src/cli/command.h"
#include "src/cli/file_snapshot.h"

namespace kval::cli {

// `--watch`: runs a check and writes its findings, again whenever files that it read change, until the
// process ends. Returns only if there is nothing to watch or output is closed. The check records its reads
// and writes in `looked`, which is new for each round.
int RunWatching(const std::function<int(FileSnapshot& looked, CommandOutput& output)>& check,
                const ProcessEnvironment& environment, CommandOutput& output);

}  // namespace kval::cli
