#include "src/kubernetes/pod_rules.h"

#include <optional>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/downward_api.h"

namespace kval::kubernetes {

void CheckEnvironment(const check::ValueCursor& container, PodVolumes& volumes, diag::Emitter& emit) {
  ForEachItemOf(container, "env", [&](const check::ValueCursor& item) {
    const std::optional<check::ValueCursor> from = At(item, "valueFrom");
    if (from) {
      CheckDownwardApiFields(*from, DownwardApiTarget::kVariable, emit);
      if (const std::optional<check::ValueCursor> file = At(*from, "fileKeyRef")) {
        volumes.CheckDirectory(*file);
      }
    }
  });
}

}  // namespace kval::kubernetes
