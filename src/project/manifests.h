#pragma once

#include <cstddef>
#include <optional>

#include "src/diag/emitter.h"
#include "src/driver/kubernetes/manifests.h"
#include "src/driver/session.h"
#include "src/project/find.h"
#include "src/project/plan.h"
#include "src/source/file_reader.h"

// Manifests of Kubernetes in a project: what `kval k8s` does with flags.
namespace kval::project {

// Validates a group's manifests with that many threads. Returns false after reporting something unusable in
// the project file.
bool CheckManifests(const Check& check, const ProjectLocation& location, size_t jobs,
                    source::FileReader& reader, driver::Session& session);

// Whether the versions of a group are known; reports others.
bool CheckKubernetesVersions(const CheckDeclaration& group, diag::Emitter& emit);

}  // namespace kval::project
