#pragma once

#include <span>
#include <string_view>

#include "src/lang/starlark/program_segment.h"
#include "src/lang/starlark/token.h"
#include "src/source/span.h"

namespace kval::starlark {

// The label of the line that ytt reports for an error at the end of the preceding code.
inline constexpr std::string_view kYttReportsHere = "ytt notices it here";

// Returns the span after the line of the first token: the next code, or the host's next statement. Empty at
// the end, and if there is only one piece of code.
source::Span GetNextLineSpan(std::span<const LexedToken> tokens, std::span<const ProgramSegment> segments);

}  // namespace kval::starlark
