#pragma once

#include <string>
#include <vector>

#include "src/cli/command.h"
#include "src/driver/driver_options.h"
#include "src/project/find.h"

namespace kval::cli {

// Reads the `flags:` of a set into its options: options of `kval check` that set values or determine how
// files are read. Flags that name files outside the project, or the environment, are rejected, because a
// project file is not trusted. Returns false and sets a message.
bool ReadProjectFlags(const std::vector<std::string>& words, const project::ProjectLocation& location,
                      const ProcessEnvironment& environment, driver::DriverOptions& options,
                      std::string& message);

}  // namespace kval::cli
