#pragma once

#include <functional>

#include "src/cli/command.h"

namespace kval::cli {

// The commands about project files.
std::function<int(const Environment&, Output&)> DeclareInit(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareConfig(CLI::App& app);

}  // namespace kval::cli
