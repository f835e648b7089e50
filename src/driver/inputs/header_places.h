#pragma once

#include "src/diag/emitter.h"
#include "src/yaml/document.h"

namespace kval::driver {

// Whether `@data/values` and `@data/values-schema` stand on documents, once on each and never both (ytt
// pkg/workspace/doc_extractor.go), none behind the last node. What is out of place is reported.
bool HeadersAreInPlace(const yaml::File& file, diag::Emitter& emit);

}  // namespace kval::driver
