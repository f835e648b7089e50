#pragma once

#include <functional>

#include "src/cli/command.h"

namespace kval::cli {

// The commands about project files.
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareInit(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareConfig(CommandApp& app);

}  // namespace kval::cli
