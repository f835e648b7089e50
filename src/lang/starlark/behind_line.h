#pragma once

#include <span>
#include <string_view>

#include "src/lang/starlark/segment.h"
#include "src/lang/starlark/token.h"
#include "src/source/span.h"

namespace kval::starlark {

// The label of the line that ytt names for a mistake at the end of the code before it.
inline constexpr std::string_view kWhereYttNotices = "ytt notices it here";

// What stands behind the line of the first token: the next code, or what the host does next. Without value at
// the end, and where there is nothing but one piece of code.
source::Span BehindLine(std::span<const LexedToken> tokens, std::span<const Segment> segments);

}  // namespace kval::starlark
