#include "src/lsp/structure/code_scanner.h"

#include <algorithm>

#include "src/support/ascii.h"

namespace kval::lsp {
namespace {

using Kind = CodeToken::Kind;

bool IsInName(char c) {
  return IsAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool IsQuote(char c) {
  return c == '"' || c == '\'';
}

// The prefixes of strings: `r"…"`.
bool IsPrefix(std::string_view name) {
  return name == "r" || name == "b" || name == "rb" || name == "R" || name == "B";
}

}  // namespace

CodeToken CodeScanner::Next() {
  at_ = std::min(text_.find_first_not_of(" \t\r", at_), text_.size());
  const size_t begin = at_;
  if (begin == text_.size()) {
    return {Kind::kEnd, {begin, begin}};
  }
  const char c = text_[begin];
  Kind kind = Kind::kSymbol;
  if (c == '\n') {
    kind = Kind::kLineBreak;
    ++at_;
  } else if (c == '#') {
    kind = Kind::kComment;
    at_ = std::min(text_.find_first_of("\r\n", begin), text_.size());
  } else if (IsQuote(c)) {
    kind = Kind::kString;
    at_ = EndOfString(begin);
  } else if (IsDigit(c)) {
    kind = Kind::kNumber;
    while (at_ < text_.size() && (IsAlnum(text_[at_]) || text_[at_] == '_' || text_[at_] == '.')) {
      ++at_;
    }
  } else if (IsInName(c)) {
    kind = Kind::kName;
    while (at_ < text_.size() && IsInName(text_[at_])) {
      ++at_;
    }
    if (at_ < text_.size() && IsQuote(text_[at_]) && IsPrefix(text_.substr(begin, at_ - begin))) {
      kind = Kind::kString;
      at_ = EndOfString(at_);
    }
  } else {
    ++at_;
  }
  return {kind, {begin, at_}};
}

bool CodeScanner::IsNext(std::string_view symbol) const {
  for (size_t i = 0; i < symbol.size(); ++i) {
    if (PeekAfter(i) != symbol[i]) {
      return false;
    }
  }
  return symbol != "=" || PeekAfter(1) != '=';
}

char CodeScanner::PeekAfter(size_t count) const {
  const size_t at = text_.find_first_not_of(" \t", at_);
  const bool is_here = at != std::string_view::npos && at + count < text_.size() &&
                       text_.substr(at, count + 1).find('\n') == std::string_view::npos;
  return is_here ? text_[at + count] : '\0';
}

size_t CodeScanner::EndOfString(size_t quote) const {
  const char mark = text_[quote];
  const bool is_triple = text_.substr(quote, 3) == std::string_view(mark == '"' ? "\"\"\"" : "'''");
  for (size_t at = quote + (is_triple ? 3 : 1); at < text_.size(); ++at) {
    if (text_[at] == '\\') {
      ++at;
    } else if (text_[at] == '\n' && !is_triple) {
      return at;
    } else if (text_[at] == mark && (!is_triple || text_.substr(at, 3) == text_.substr(quote, 3))) {
      return at + (is_triple ? 3 : 1);
    }
  }
  return text_.size();
}

}  // namespace kval::lsp
