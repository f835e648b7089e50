#pragma once

#include <string>

#include "src/cli/command_app.h"
#include "src/helm/version.h"

namespace kval::cli {

// Adds `--helm-version`: 3 or 4. `where` precedes its help.
void AddHelmVersion(CommandApp& app, std::string& version, const std::string& where);

// Returns false and sets `message` for other versions.
bool ReadHelmVersion(const std::string& text, helm::Version& version, std::string& message);

}  // namespace kval::cli
