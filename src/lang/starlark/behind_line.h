#pragma once

#include <span>
#include <string_view>

#include "src/lang/starlark/segment.h"
#include "src/lang/starlark/token.h"
#include "src/source/span.h"

namespace kval::starlark {

// The label of the line that ytt names for a mistake at the end of the code before it.
inline constexpr std::string_view kWhereYttNotices = "ytt notices it here";

// Returns the span after the line of the first token: the next code, or the host's next statement. Empty at
// the end, and if there is only one piece of code.
source::Span BehindLine(std::span<const LexedToken> tokens, std::span<const Segment> segments);

}  // namespace kval::starlark
