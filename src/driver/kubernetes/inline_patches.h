#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/judge.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/limits.h"
#include "src/value/value.h"

namespace kval::driver {

// Where a document stands that may hold texts, and with what they are judged.
struct InlineDesk {
  const source::SourceFile& file;
  const Limits& limits;
  kubernetes::Judge& judge;
  source::SourceMap& sources;
  Arena& arena;
  diag::Emitter& emit;
};

// Judges what a kustomization holds as text in the place of a file: patches, as files with patches are, and
// that a JSON patch has a target; of generators, transformers and validators, that they are YAML which says
// what it is (apiVersion, kind and name), their own fields not at all. Patches that Flux' Kustomization and
// HelmRelease and Argo CD's Application have for kustomize are judged likewise; of other documents there is
// nothing to judge. Within a literal block findings stand at their place in the document; of other scalars,
// which are not written as they read, at the whole scalar, with the place in a text by itself beside.
void CheckInlineTexts(const value::Value& document, const InlineDesk& desk);

}  // namespace kval::driver
