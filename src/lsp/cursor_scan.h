#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace kval::lsp {

// What surrounds a position in a YAML document, which may be incomplete: found by characters, without a tree.
struct CursorSurroundings {
  bool is_text = false;                // in a comment or block scalar, or within a scalar of several lines
  std::string brackets;                // the open flow collections, such as `{[`
  bool is_flow_value = false;          // after the colon of an entry of the innermost flow mapping
  size_t flow_begin = 0;               // in a flow collection: after the last indicator
  std::optional<size_t> quote;         // the opening quote of the scalar around the position
  std::optional<size_t> quote_end;     // the offset of its closing quote, if it is in the same line
  std::optional<size_t> block_scalar;  // the `|` or `>` of the block scalar around the position
  size_t block_indentation = 0;        // of its text, at least
  // Before the position: the end of a flow collection that is never closed, and the brackets that it lacks.
  size_t unclosed_end = 0;
  std::string closers;
};

// Cost: linear in `at`. Brackets and quotes that are never closed end where the next document starts,
// brackets also before an entry that is not indented more than theirs.
CursorSurroundings ScanTo(std::string_view text, size_t at);

// Returns the offset of the quote that closes a quoted scalar; nullopt if the line ends before it.
std::optional<size_t> ClosingQuote(std::string_view text, size_t opening);

// Whether the flow collections that are open at `from` are closed after it, before the document or the next
// entry at the left margin.
bool IsFlowClosed(std::string_view text, size_t from, std::string brackets);

}  // namespace kval::lsp
