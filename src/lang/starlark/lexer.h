#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/segment.h"
#include "src/lang/starlark/token.h"
#include "src/source/source_map.h"

namespace kval::starlark {

enum class LineBreaks : uint8_t {
  kEndLines,  // of statements
  kBlanks,    // the code is one expression, or a list of arguments, as if in parentheses
};

// The tokens of a program in order, ended by one kEndOfFile. A kNewline ends each logical line that has any
// token; host calls are single tokens. Mistakes are reported; a kIllegal token stands in their place. A
// bracket that is left open is marked.
// `behind` is what stands behind code that is a part of something, for what that leaves open.
std::vector<LexedToken> Lex(const source::SourceMap& sources, std::span<const Segment> segments,
                            LineBreaks breaks, Heap& heap, diag::Emitter& emitter, source::Span behind = {});

}  // namespace kval::starlark
