#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/diag/emitter.h"
#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/program_segment.h"
#include "src/lang/starlark/token.h"
#include "src/source/source_map.h"

namespace kval::starlark {

enum class LineBreaks : uint8_t {
  kEndLines,  // of statements
  kSpaces,    // the code is one expression, or a list of arguments, as if in parentheses
};

// Returns the tokens of a program, ending with kEndOfFile. kNewline ends each non-empty logical line; host
// calls are single tokens. Errors are reported and leave a kIllegal token. Unclosed brackets are marked.
// `following` is the span after embedded code, for unclosed constructs.
std::vector<LexedToken> Lex(const source::SourceMap& sources, std::span<const ProgramSegment> segments,
                            LineBreaks breaks, Heap& heap, diag::Emitter& emitter,
                            source::Span following = {});

}  // namespace kval::starlark
