#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/lang/gotemplate/origins.h"
#include "src/source/span.h"

namespace kval::gotemplate {

// A part of a string: what one node of a template printed, or one value that a function wrote. It begins
// where the piece before it ends.
struct TextPiece {
  uint32_t end;
  source::Span
      span;  // the text or action of the template; no value: that of the action that prints the string
  OriginSet origins;  // empty for text of templates
};

using TextPieces = std::vector<TextPiece>;

// Appends a piece, or extends the last one if both come from the same place. Ignores empty pieces. The text
// behind kMostPieces pieces has no place and no origins.
inline constexpr size_t kMostPieces = 20'000;
void AddPiece(const TextPiece& piece, TextPieces* pieces);

// Returns the pieces of `to`, which is `from` with other spaces, line breaks, quotes and backslashes, as
// `indent`, `trim` and `quote` return it. `to` may end earlier. Nullopt for other strings. Cost: linear.
std::optional<TextPieces> AlignPieces(std::string_view from, const TextPieces& pieces, std::string_view to);

// Returns the place in `from` of the byte `offset` of `to`, where both are the same except for spaces,
// line breaks, quotes and backslashes that `to` has in addition. Nullopt for other strings.
std::optional<size_t> AlignedOffset(std::string_view from, std::string_view to, size_t offset);

}  // namespace kval::gotemplate
