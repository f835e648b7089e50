#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/source/source_file.h"
#include "src/source/span.h"
#include "src/support/ascii.h"

namespace kval::lex {

// ASCII letters and `_`; bytes of multi-byte UTF-8 sequences are not letters here.
constexpr bool IsNameStart(char c) {
  return IsLetter(c) || c == '_';
}
constexpr bool IsNamePart(char c) {
  return IsNameStart(c) || IsDigit(c);
}
// The value of a digit in any base up to 36, or 99.
constexpr int DigitValue(char c) {
  if (IsDigit(c)) {
    return c - '0';
  }
  if (c >= 'a' && c <= 'z') {
    return c - 'a' + 10;
  }
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

// A forward position in a text that knows the virtual offset of every byte.
//
// Reading at or past the end returns NUL, so scanners need no end check; AtEnd() distinguishes a NUL byte in
// the text. The text must outlive the cursor.
class Cursor {
 public:
  // `base` is the virtual offset of text[0] (source::Span).
  constexpr Cursor(std::string_view text, uint32_t base) : text_(text), base_(base) {}
  // A part of a file, scanned in place.
  Cursor(const source::SourceFile& file, source::Span part) : Cursor(file.Text(part), part.begin) {}

  constexpr bool AtEnd() const { return position_ >= text_.size(); }
  constexpr char Peek(size_t ahead = 0) const {
    return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0';
  }
  constexpr bool StartsWith(std::string_view word) const {
    return text_.substr(position_).substr(0, word.size()) == word;
  }

  constexpr void Skip(size_t count = 1) {
    position_ = count > text_.size() - position_ ? text_.size() : position_ + count;
  }
  constexpr bool Take(char c) {
    if (AtEnd() || text_[position_] != c) {
      return false;
    }
    ++position_;
    return true;
  }
  constexpr bool Take(std::string_view word) {
    if (!StartsWith(word)) {
      return false;
    }
    position_ += word.size();
    return true;
  }
  // Skips bytes while `belongs` holds; returns the skipped text.
  template <typename Predicate>
  constexpr std::string_view TakeWhile(Predicate belongs) {
    const size_t start = position_;
    while (!AtEnd() && belongs(text_[position_])) {
      ++position_;
    }
    return text_.substr(start, position_ - start);
  }
  // Spaces and tabs.
  constexpr void SkipSpaces() {
    TakeWhile([](char c) { return c == ' ' || c == '\t'; });
  }
  // Up to the next line break (`\n` or `\r\n`) or the end; the break is not taken.
  constexpr std::string_view TakeLine() {
    const std::string_view line = TakeWhile([](char c) { return c != '\n'; });
    if (!AtEnd() && !line.empty() && line.back() == '\r') {
      --position_;
      return line.substr(0, line.size() - 1);
    }
    return line;
  }
  // One line break, `\n` or `\r\n`.
  constexpr bool TakeLineBreak() { return Take('\n') || Take("\r\n"); }

  // The offset within the text, for resetting the position or extracting text.
  constexpr size_t position() const { return position_; }
  constexpr void MoveTo(size_t position) { position_ = position < text_.size() ? position : text_.size(); }
  constexpr std::string_view Since(size_t start) const { return text_.substr(start, position_ - start); }
  constexpr std::string_view text() const { return text_; }

  // The virtual offset of the next byte, and the span of everything since `start`.
  constexpr uint32_t offset() const { return OffsetOf(position_); }
  constexpr uint32_t OffsetOf(size_t position) const { return base_ + static_cast<uint32_t>(position); }
  constexpr source::Span SpanSince(size_t start) const { return {OffsetOf(start), offset()}; }
  constexpr source::Span SpanOf(size_t start, size_t end) const { return {OffsetOf(start), OffsetOf(end)}; }

 private:
  std::string_view text_;
  uint32_t base_;
  size_t position_ = 0;
};

}  // namespace kval::lex
