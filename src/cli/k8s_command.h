#pragma once

#include <string>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/cli/command.h"
#include "src/driver/kubernetes/manifests.h"

namespace kval::cli {

// Resources without a schema to ignore.
struct IgnoredKinds {
  bool all = false;                   // --ignore-unknown-kinds
  std::vector<std::string> patterns;  // --ignore-kinds; may hold several, with commas
  bool of_catalog = false;            // use no schemas of the catalogue
};

// What the options of both commands take, before it is read.
struct KubernetesFlags {
  std::vector<std::string> versions;  // may hold several, with commas
  IgnoredKinds ignored;
  std::vector<std::string> policies;  // -f
  std::vector<std::string> rules;     // --rules
};

// Adds the options that both commands have.
void AddKubernetesOptions(CommandApp& app, KubernetesFlags& flags, driver::KubernetesOptions& options);
// Reads the options; sets `message` if one is invalid.
bool TakeKubernetesOptions(const schemas::kubernetes::ApiTable& table, const KubernetesFlags& flags,
                           driver::KubernetesOptions& options, std::string& message);

}  // namespace kval::cli
