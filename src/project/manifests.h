#pragma once

#include "src/diag/emitter.h"
#include "src/driver/kubernetes/manifests.h"
#include "src/project/find.h"
#include "src/project/plan.h"

// Manifests of Kubernetes in a project: what `kval k8s` does with flags.
namespace kval::project {

// Returns the options of a group's manifests.
driver::KubernetesOptions ManifestOptions(const Check& check, const ProjectLocation& location);

// Whether the versions and the optional rules of a group are known; reports others.
bool CheckKubernetesSettings(const CheckDeclaration& group, diag::Emitter& emit);

}  // namespace kval::project
