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

// Judges a group's manifests with as many threads. False when something that the project names cannot be
// used, which is reported.
bool CheckManifests(const Check& check, const Location& location, size_t jobs, source::FileReader& reader,
                    driver::Session& session);

// Whether what a group says of versions can be used; what cannot is reported.
bool AreVersionsKnown(const Group& group, diag::Emitter& emit);

}  // namespace kval::project
