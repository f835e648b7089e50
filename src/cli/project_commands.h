#pragma once

#include <functional>

#include "src/cli/command.h"

namespace kval::cli {

// The commands about project files.
std::function<int(const Environment&, Output&)> DeclareInit(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareConfig(CommandApp& app);

}  // namespace kval::cli
