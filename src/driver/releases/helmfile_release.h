#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/driver/releases/helmfile_template.h"
#include "src/driver/releases/release.h"
#include "src/driver/releases/release_context.h"
#include "src/value/value.h"

namespace kval::driver {

// What the releases of a helmfile share.
struct HelmfileState {
  HelmfileTemplate* templates = nullptr;
  std::map<std::string, std::string> repositories;    // URLs by name
  std::map<std::string, const value::Value*> shared;  // `templates`, which releases inherit
  std::vector<std::string> default_inherit;           // names of these
  std::string kube_version;
  std::vector<std::string> api_versions;
  std::string missing_file_handler;
  std::string unknown_values;  // as ChartRelease
};

// Adds an entry of `releases`, unless it is not installed.
void ReadHelmfileRelease(const value::Value& release, const HelmfileState& state, ReleaseContext& context,
                         std::vector<ChartRelease>& out);

}  // namespace kval::driver
