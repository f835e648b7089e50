#pragma once

#include <memory>
#include <string>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/cli/command_app.h"
#include "src/cli/k8s_command.h"
#include "src/driver/helm/chart.h"
#include "src/driver/kubernetes/manifests.h"

namespace kval::cli {

// The validation of manifests that a chart renders.
struct ManifestOptions {
  driver::KubernetesOptions kubernetes;
  std::shared_ptr<const schemas::kubernetes::ApiTable> table;  // null: manifests are not validated
};

// What the options of `kval helm` take, before it is read.
struct ManifestFlags {
  bool with_manifests = false;
  bool no_manifests = false;
  bool is_upgrade = false;
  std::string release_name, name_space;
  std::vector<std::string> api_versions;  // may hold several, with commas
  std::vector<std::string> crds;
  std::vector<std::string> others;  // --with
  KubernetesFlags kubernetes;
};

void AddManifestFlags(CommandApp& app, ManifestFlags& flags);

// Reads the options; sets `message` if one is invalid or has no effect. Sets `request.release` if manifests
// are to be validated. Requires: the request is complete otherwise.
bool TakeManifestFlags(const ManifestFlags& flags, driver::HelmRequest& request, ManifestOptions& manifests,
                       std::string& message);

}  // namespace kval::cli
