#pragma once

#include <functional>
#include <string>
#include <vector>

#include "schemas/kubernetes/table.h"
#include "src/cli/command.h"
#include "src/driver/kubernetes/manifests.h"

namespace kval::cli {

// `kval k8s` and `kval fn`; see commands.h.
std::function<int(const Environment&, Output&)> DeclareK8s(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareFunction(CommandApp& app);

// Resources without a schema to ignore.
struct KindsToIgnore {
  bool all = false;                   // --ignore-unknown-kinds
  std::vector<std::string> patterns;  // --ignore-kinds; may hold several, with commas
};

// What both take.
void AddKubernetesOptions(CommandApp& app, std::vector<std::string>& versions, KindsToIgnore& ignored,
                          std::vector<std::string>& policies, driver::KubernetesOptions& options);
// Reads the options; sets `message` if one is invalid.
bool TakeKubernetesOptions(const schemas::kubernetes::Table& table, const std::vector<std::string>& versions,
                           const KindsToIgnore& ignored, const std::vector<std::string>& policies,
                           driver::KubernetesOptions& options, std::string& message);

}  // namespace kval::cli
