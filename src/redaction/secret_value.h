#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "src/redaction/secret_shapes.h"

// Where values begin and end in lines of text that need be no YAML.
namespace kval::redaction {

inline bool IsIn(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}
inline bool IsSpaceOrTab(char c) {
  return c == ' ' || c == '\t';
}
inline bool IsQuote(char c) {
  return c == '"' || c == '\'';
}

// Returns whether the text behind a key is a colon, perhaps behind spaces.
inline bool IsFollowedByColon(std::string_view after) {
  const size_t next = after.find_first_not_of(" \t");
  return next != std::string_view::npos && after[next] == ':';
}

// Returns the offset after the quoted string that begins at `at`.
size_t FindQuotedEnd(std::string_view line, size_t at);

// Whether the `|` or `>` at `at` begins a block, and not a text that YAML would not take unquoted.
bool IsBlockHeader(std::string_view line, size_t at);

// Whether the `#` at `at`, in place of a value, starts a comment: `#x` is intended as a value; `# x`, `#@ x`
// and `#! x` are not.
bool IsComment(std::string_view line, size_t at);

// Returns whether the word is a tag of YAML or of a well-known program, which reveals nothing.
bool IsTagOfYaml(std::string_view word);

// Returns a value of `key=value` inside a string: one word, or a quoted string.
OffsetRange GetWordAt(std::string_view line, size_t at);

// Ends of plain scalars in a line. Linear for increasing positions: no text is scanned twice, as
// `k=1,k=2,k=3` would require.
class PlainScalarEnds {
 public:
  explicit PlainScalarEnds(std::string_view line) : line_(line) {}

  size_t After(size_t at, bool in_flow);

 private:
  // Between `from` and `stop` is one scalar; its last character is before `end`.
  struct Known {
    size_t from = 1;
    size_t stop = 0;
    size_t end = 0;
  };

  size_t StopAfter(size_t at, bool in_flow) const;

  std::string_view line_;
  std::array<Known, 2> known_;
};

// Finds the ends of the words of tags and anchors. Linear if queried from left to right, like
// PlainScalarEnds.
class PropertyEnds {
 public:
  explicit PropertyEnds(std::string_view line) : line_(line) {}

  size_t After(size_t at, bool in_flow);

 private:
  std::string_view line_;
  std::array<std::pair<size_t, size_t>, 2> known_{};
};

}  // namespace kval::redaction
