#include "src/driver/kubernetes/manifests.h"

#include "src/driver/kubernetes/manifest_run.h"
#include "src/driver/releases/releases.h"

namespace kval::driver {

KubernetesResult CheckKubernetes(const KubernetesOptions& options, const Limits& limits,
                                 const schemas::kubernetes::ApiTable& table, source::FileReader& reader,
                                 Session& session) {
  Releases releases(options, table, reader);
  return RunManifests(options, limits, table, reader, session,
                      options.passed == nullptr || options.open_files != nullptr ? &releases : nullptr);
}

}  // namespace kval::driver
