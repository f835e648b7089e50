#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/kubernetes/kubernetes_options.h"
#include "src/driver/kubernetes/kustomization_graph.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/driver/kubernetes/manifest_variables.h"
#include "src/source/file_reader.h"
#include "src/support/limits.h"

namespace kval::driver {

struct Session;

// A check of what the files of a run lead to, such as the charts that they install.
class FurtherCheck {
 public:
  virtual ~FurtherCheck() = default;
  // Reads the files, before they are validated. `policy_files`: those with admission policies and what these
  // refer to.
  virtual void Collect(ManifestFiles& files, const KustomizationGraph& kustomizations,
                       std::vector<std::string> policy_files) = 0;
  virtual bool empty() const = 0;
  // Whether something in or below a path is checked.
  virtual bool AreIn(const std::string& path) const = 0;
  // Checks after the files were validated. Returns the number of validated resources.
  virtual size_t Check(const ManifestVariables& variables, Session& session) = 0;
};

// Validates every document of the files as CheckKubernetes does, and `further`, which may be null.
KubernetesResult RunManifests(const KubernetesOptions& options, const Limits& limits,
                              const schemas::kubernetes::ApiTable& table, source::FileReader& reader,
                              Session& session, FurtherCheck* further);

}  // namespace kval::driver
