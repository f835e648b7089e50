#pragma once

#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/driver/options.h"
#include "src/project/find.h"

namespace kval::cli {

// Reads the `flags:` of a set into its options: the words of `kval check` that give values and say how files
// are read. Those that name files outside the project, or the environment, are refused: a project file is
// not the user, and what it names must lie below it. False with a message.
bool ReadProjectFlags(const std::vector<std::string>& words, const project::Location& location,
                      const Environment& environment, driver::Options& options, std::string& message);

}  // namespace kval::cli
