#pragma once

#include <string>

#include "src/diag/emitter.h"
#include "src/driver/kubernetes/kustomized_files.h"
#include "src/source/file_reader.h"
#include "src/value/value.h"

namespace kval::driver {

// Reports the files and directories named by a kustomization that make kustomize fail (KV708): they do not
// exist, have the wrong type, or lead back to it, directly or through others in `known`. Missing data of
// generators is a warning because it may be created later; so is a file outside the directory, with links
// followed, because a kustomize option allows it. `folder` is the kustomization's directory, with its slash.
// Nothing is read.
void CheckKustomizedPaths(const value::Value& kustomization, const std::string& folder,
                          const KustomizedFiles& known, source::FileReader& reader, diag::Emitter& emit);

}  // namespace kval::driver
