#pragma once

#include <cstddef>
#include <string_view>

#include "src/yaml/events.h"

// Ends of nodes in well-formed YAML, given their start and meaning. Positions are offsets; kNotFound if the
// text does not match the meaning.
namespace kval::yaml {

inline constexpr size_t kNotFound = std::string_view::npos;

// Functions on the character at offset `at`; `at` may be the end.
bool IsSpaceOrTabAt(std::string_view text, size_t at);  // false at the end
bool IsBreakOrEndAt(std::string_view text, size_t at);
bool IsCommentAt(std::string_view text, size_t at);  // a `#` that starts a comment
size_t LineEndAt(std::string_view text, size_t at);
size_t NextLineAt(std::string_view text, size_t at);
// Skips spaces, breaks and comments.
size_t SkipSpaceAt(std::string_view text, size_t at);

// Skips an anchor and a tag in any order, and the following space; returns their ranges, which are empty if
// absent.
struct PropertyExtents {
  size_t anchor_begin = 0, anchor_end = 0;
  size_t tag_begin = 0, tag_end = 0;
  size_t end = 0;
};
PropertyExtents PropertiesAt(std::string_view text, size_t at);

// Return the end of the quoted scalar, or of the alias, at `at`.
size_t QuotedEndAt(std::string_view text, size_t at);
size_t AliasEndAt(std::string_view text, size_t at);
// Returns the end of the plain scalar at `at` with the content `content`.
size_t PlainEndAt(std::string_view text, size_t at, std::string_view content);

// The block scalar at `at` whose content is `content`.
struct BlockScalarExtent {
  size_t end = kNotFound;
  uint32_t indentation = 0;
  Chomping chomping = Chomping::kClip;
  size_t comment_begin = 0, comment_end = 0;  // in the header; empty if there is none
};
BlockScalarExtent BlockScalarAt(std::string_view text, size_t at, std::string_view content);

}  // namespace kval::yaml
