#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "src/helm/render/render.h"
#include "src/source/source_map.h"

namespace kval::driver {

// Output of an action that is indented too little: its keys are next to the empty key above instead of in it.
struct MisindentedOutput {
  source::Span action;
  std::string empty_key;
};

// Returns the output that the key at `offset` of a rendered file is a part of, if the action calls `indent`
// or `nindent`.
std::optional<MisindentedOutput> FindMisindentedOutput(const helm::render::RenderedFile& file,
                                                       uint32_t offset, const source::SourceMap& sources);

}  // namespace kval::driver
