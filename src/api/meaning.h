#pragma once

#include <cstdint>

#include "include/kval/kval.h"
#include "src/check/worker.h"
#include "src/source/source_map.h"
#include "src/types/model.h"
#include "src/yaml/document.h"

namespace kval::api {

// What `model` says of the innermost value of a file that is at `offset` of the source map.
Meaning MeaningAt(const yaml::File& file, uint32_t offset, const types::Model& model, check::Worker& worker,
                  const source::SourceMap& sources);

}  // namespace kval::api
