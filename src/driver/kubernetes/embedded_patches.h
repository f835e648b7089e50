#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/manifest_validator.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/limits.h"
#include "src/value/value.h"

namespace kval::driver {

// The context of a document with embedded text, and of its validation.
struct EmbeddedTextContext {
  const source::SourceFile& file;
  const Limits& limits;
  kubernetes::ManifestValidator& validator;
  source::SourceMap& sources;
  Arena& arena;
  diag::Emitter& emit;
};

// Validates embedded text of a kustomization: patches like patch files, and the target of a JSON patch;
// generators, transformers and validators must have apiVersion, kind and name, without further checks. The
// same for kustomize patches of Flux Kustomization and HelmRelease and Argo CD Application. In a literal
// block findings have their location in the document; in other scalars they point to the scalar, with the
// location inside the text.
void CheckEmbeddedStrings(const value::Value& document, const EmbeddedTextContext& context);

}  // namespace kval::driver
