#pragma once

#include "schemas/kubernetes/api_table.h"
#include "src/driver/kubernetes/kubernetes_options.h"
#include "src/source/file_reader.h"
#include "src/support/limits.h"

// Many manifests, each document against the schema of its kind, and the charts that they install: `kval k8s`.
namespace kval::driver {

struct Session;

// Validates every document of the files, and the manifests of the charts that they install (releases/).
// Definitions of custom resources among the files apply to all of them. The findings are in `session`, in the
// order of the files for any number of threads.
KubernetesResult CheckKubernetes(const KubernetesOptions& options, const Limits& limits,
                                 const schemas::kubernetes::ApiTable& table, source::FileReader& reader,
                                 Session& session);

}  // namespace kval::driver
