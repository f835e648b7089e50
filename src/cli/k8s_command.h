#pragma once

#include <functional>

#include "src/cli/command.h"

namespace kval::cli {

// `kval k8s`; see commands.h.
std::function<int(const Environment&, Output&)> DeclareK8s(CommandApp& app);

}  // namespace kval::cli
