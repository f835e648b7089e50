#pragma once

#include <cstddef>
#include <string_view>

#include "src/yaml/scanner.h"

namespace kval::yaml {

// A key without a question mark is no longer than this (YAML 1.2.2 section 7.4).
inline constexpr ptrdiff_t kMaxImplicitKeySize = 1024;

// A later line with content; `at` is null if there is none in this document.
struct NextLine {
  const char* line = nullptr;
  const char* at = nullptr;
  const char* end = nullptr;
  int column = -1;
  std::string_view text() const { return {at, static_cast<size_t>(end - at)}; }
};

// The text below a position. Does not advance the scanner.
class Lookahead {
 public:
  // `scanner` must outlive it.
  explicit Lookahead(const Scanner& scanner) : scanner_(scanner) {}

  // The next line below `from` that has content.
  NextLine Below(const char* from) const;
  // Returns the first line that does not belong to the bare key on the line at `bare_key`, whatever its
  // indentation. If the document ends before it, only the start of the line is known.
  NextLine SkipChildren(const char* bare_key) const;
  // Returns the last line of a key that begins with the quote and continues on following lines, where it is
  // not allowed: `me": x`. Null if there is no such key. Examines at most the maximum length of a key.
  const char* LastLineOfKey(const char* quote) const;
  // Returns the first line that does not belong to the entry in that column whose key ends on `line`; the end
  // of the text if there is none.
  const char* SkipEntry(int column, const char* line) const;
  // Whether the next line that is not indented more is an item in that column.
  bool IsFollowedByItem(int column) const;
  // Whether a later line of the collection at the scanner's position is indented as this one.
  bool HasSibling(int column) const;

 private:
  const char* SkipBreak(const char* end) const;

  const Scanner& scanner_;
};

// Whether a line's content looks like an entry of a mapping.
bool LooksLikeEntry(std::string_view line);
// Whether a line is an entry with its whole value, so that nothing below can belong to it.
bool IsWholeEntry(std::string_view line);
// Whether two items, given by their dashes, begin with the same key.
bool HaveSameStart(const char* item, const char* other);
// Whether a line may begin with a name; `======`, `${x}` and `-x` do not.
bool StartsLikeKey(const char* at);
inline bool IsQuote(char c) {
  return c == '"' || c == '\'';
}
// Returns whether this is the dash of an item.
inline bool IsDash(const char* at) {
  return at[0] == '-' && IsSpaceOrBreak(at[1]);
}

}  // namespace kval::yaml
