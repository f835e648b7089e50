#pragma once

#include <string>

#include "src/diag/emitter.h"
#include "src/driver/kubernetes/kustomization_graph.h"
#include "src/source/file_reader.h"
#include "src/value/value.h"

namespace kval::driver {

// Reports files and directories named by a kustomization that make kustomize fail (KV708): a path does not
// exist, has the wrong type, or is part of a cycle, directly or through other kustomizations in `known`.
// Missing generator input is a warning because it may be created later; a file outside the directory (after
// resolving links) is a warning because a kustomize option allows it. `directory` is the kustomization's
// directory, with a trailing slash. Does not read the files.
void CheckKustomizationPaths(const value::Value& kustomization, const std::string& directory,
                             const KustomizationGraph& known, source::FileReader& reader,
                             diag::Emitter& emit);

}  // namespace kval::driver
