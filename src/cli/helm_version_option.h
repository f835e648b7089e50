#pragma once

#include <string>

#include "src/cli/command_app.h"
#include "src/helm/version.h"

namespace kval::cli {

// `--helm-version`: 3 or 4. `where` stands before its help.
void AddHelmVersion(CommandApp& app, std::string& version, const std::string& where);

// False, and why, for what is neither.
bool ReadHelmVersion(const std::string& text, helm::Version& version, std::string& message);

}  // namespace kval::cli
