#pragma once

#include "src/driver/kubernetes/kustomization_graph.h"
#include "src/driver/kubernetes/manifest_files.h"

namespace kval::driver {

// Records which files hold parts of resources, although no kustomization names them: assertions of kuttl (by
// name) and of Chainsaw (by its test files), and patches by their name below a kustomization, as kubebuilder
// generates them. Call after all kustomizations are in the graph.
void AddPartialManifests(ManifestFiles& files, KustomizationGraph& graph);

}  // namespace kval::driver
