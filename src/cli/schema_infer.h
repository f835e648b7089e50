#pragma once

#include <functional>

#include "src/cli/command.h"

namespace CLI {
class App;
}

namespace kval::cli {

// `kval schema infer FILE…`: writes a schema that the values in the files fit. `app` is the subcommand.
std::function<int(const Environment&, Output&)> DeclareSchemaInfer(CLI::App& app);

}  // namespace kval::cli
