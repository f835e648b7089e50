#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {

// A token of Starlark or KCL, which agree about names, numbers, strings and comments.
struct CodeToken {
  enum class Kind : uint8_t { kEnd, kName, kNumber, kString, kComment, kSymbol, kLineBreak };
  Kind kind = Kind::kEnd;
  ByteRange range;
};

// Reads tokens of a text, which may be incomplete: a string in one line ends with it, and one in triple
// quotes with the text. Symbols have one character.
class CodeScanner {
 public:
  CodeScanner(std::string_view text, ByteRange range) : text_(text.substr(0, range.end)), at_(range.begin) {}

  // `kEnd` at the end of the range.
  CodeToken Next();
  // The next character after spaces in the same line; 0 at its end.
  char Peek() const { return PeekAfter(0); }
  // Whether the next characters after spaces are this symbol; `=` is not the beginning of `==`.
  bool IsNext(std::string_view symbol) const;
  std::string_view TextOf(const CodeToken& token) const {
    return text_.substr(token.range.begin, token.range.end - token.range.begin);
  }

 private:
  char PeekAfter(size_t count) const;
  size_t EndOfString(size_t quote) const;

  std::string_view text_;
  size_t at_;
};

}  // namespace kval::lsp
