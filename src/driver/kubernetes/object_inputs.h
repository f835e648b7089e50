#pragma once

#include "src/driver/kubernetes/kustomization_graph.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/kubernetes/practices/object_index.h"

namespace kval::driver {

// Collects the objects of the manifests of a run for rules about several objects, except patches. Templates,
// which are not rendered, make the collection incomplete. `files` keeps the values.
void CollectObjects(ManifestFiles& files, const KustomizationGraph& kustomized,
                    kubernetes::ObjectIndex& objects);

}  // namespace kval::driver
