#pragma once

#include <cstdint>

#include "src/helm/render/rendered.h"
#include "src/source/source_map.h"

namespace kval::helm::render {

// The part of a value in a block scalar (`|`) that a template printed at [begin, end) of the rendered file:
// the line with the same text, found together with the lines above it. Returns `value` if it is no such
// scalar, or if no line or several lines fit equally well.
source::Span FindLineOfText(source::Span value, const RenderedFile& file, uint32_t begin, uint32_t end,
                            const source::SourceMap& sources);

}  // namespace kval::helm::render
