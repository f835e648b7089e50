#include "src/lang/starlark/next_line_span.h"

#include <algorithm>

namespace kval::starlark {

source::Span GetNextLineSpan(std::span<const LexedToken> tokens, std::span<const ProgramSegment> segments) {
  const auto is_break = [](const LexedToken& token) { return token.token == Token::kNewline; };
  const auto line_end = std::find_if(tokens.begin(), tokens.end(), is_break);
  const auto next = std::find_if_not(line_end, tokens.end(), is_break);
  const bool has_next = next != tokens.end() && next->token != Token::kEndOfFile;
  return segments.size() > 1 && has_next ? next->span : source::Span();
}

}  // namespace kval::starlark
