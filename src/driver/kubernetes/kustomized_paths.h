#pragma once

#include <string>

#include "src/diag/emitter.h"
#include "src/driver/kubernetes/kustomized_files.h"
#include "src/source/file_reader.h"
#include "src/value/value.h"

namespace kval::driver {

// Tells of the files and folders that a kustomization names what makes kustomize refuse it (KV708): they are
// not there, or are no such thing, or lead back to it, alone or by the others of `known`. Data of generators
// that is not there is a warning, for it may come later, and so is a file that lies outside of the folder,
// links followed, for an option of kustomize's lets it in. `folder` is where the kustomization lies, with its
// slash. Nothing is read.
void CheckKustomizedPaths(const value::Value& kustomization, const std::string& folder,
                          const KustomizedFiles& known, source::FileReader& reader, diag::Emitter& emit);

}  // namespace kval::driver
