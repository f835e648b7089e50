#pragma once

#include <cstdint>

#include "src/diag/emitter.h"
#include "src/yaml/document.h"

namespace kval::driver {

enum class HeaderPlacement : uint8_t {
  kValid,
  kMisplacedValues,  // only headers of data values are misplaced
  kMisplacedSchema,  // at least one header of a schema is misplaced: the file holds a schema that is unusable
};

// Reports `@data/values` and `@data/values-schema` that are not on a document, that are repeated on one, that
// are both on one (ytt pkg/workspace/doc_extractor.go), or that come after the last node.
HeaderPlacement CheckHeaderPlacement(const yaml::File& file, diag::Emitter& emit);

}  // namespace kval::driver
