#pragma once

#include <string>

#include "src/diag/emitter.h"
#include "src/source/file_reader.h"
#include "src/value/value.h"

namespace kval::driver {

// Tells which files and folders a kustomization names that are not there, or are no such thing (KV708):
// kustomize loads them all or nothing. Data that generators read is a warning, for it may come later.
// `folder` is where the kustomization lies, with its slash. Nothing is read; one look-up for each path.
void CheckKustomizedPaths(const value::Value& kustomization, const std::string& folder,
                          source::FileReader& reader, diag::Emitter& emit);

}  // namespace kval::driver
