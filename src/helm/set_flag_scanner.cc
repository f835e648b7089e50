#include "src/helm/set_flag_scanner.h"

#include <charconv>
#include <optional>

namespace kval::helm {
namespace {

// strings.EqualFold with a word in lower case: the long s is an s.
bool EqualsFolded(std::string_view text, std::string_view word) {
  size_t at = 0;
  for (const char c : word) {
    if (c == 's' && text.substr(at, 2) == "\xC5\xBF") {
      at += 2;
      continue;
    }
    if (at >= text.size() || (text[at] | ('a' ^ 'A')) != c) {
      return false;
    }
    ++at;
  }
  return at == text.size();
}

std::optional<int64_t> IntegerOf(std::string_view text) {
  if (text.empty() || text[0] == '0') {
    return text == "0" ? std::optional<int64_t>(0) : std::nullopt;
  }
  const bool has_plus = text[0] == '+';
  std::string_view digits = has_plus ? text.substr(1) : text;
  int64_t integer = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), integer);
  const bool is_all = !digits.empty() && read.ec == std::errc() && read.ptr == digits.data() + digits.size();
  return is_all && !(has_plus && digits[0] == '-') ? std::optional(integer) : std::nullopt;
}

// Where the white space of Go's unicode.IsSpace ends that begins at `at`.
size_t SkipSpace(std::string_view text, size_t at) {
  constexpr std::string_view kWide[] = {"\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\x80",
                                        "\xE2\x80\x81", "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84",
                                        "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88",
                                        "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\xA8", "\xE2\x80\xA9",
                                        "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80"};
  for (bool found = true; found;) {
    found = at < text.size() && (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r'));
    size_t size = found ? 1 : 0;
    for (const std::string_view wide : kWide) {
      if (text.substr(at).starts_with(wide)) {
        size = wide.size();
        found = true;
      }
    }
    at += size;
  }
  return at;
}

}  // namespace

SetFlagScanner::Piece SetFlagScanner::Until(std::string_view stops) {
  Piece piece;
  const size_t begin = at_;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (stops.find(c) != std::string_view::npos) {
      piece.stop = c;
      break;
    }
    if (c == '\\' && has_escapes_) {
      // A backslash at the end is dropped.
      ++at_;
      if (at_ < text_.size()) {
        piece.text += text_[at_++];
      }
      continue;
    }
    piece.text += c;
    ++at_;
  }
  piece.span = From(file_.base() + static_cast<uint32_t>(begin));
  piece.is_empty = piece.text.empty();
  at_ += piece.stop == kEnd ? 0 : 1;
  return piece;
}

bool SetFlagScanner::Take(char c) {
  if (at_ >= text_.size() || text_[at_] != c) {
    return false;
  }
  ++at_;
  return true;
}

bool SetFlagScanner::TakeEmptyValue() {
  at_ = SkipSpace(text_, at_);
  return AtEnd() || Take(',');
}

const value::Value* TypedScalar(const SetFlagScanner::Piece& piece, value::Builder& build) {
  if (EqualsFolded(piece.text, "true") || EqualsFolded(piece.text, "false")) {
    return build.Bool((piece.text[0] | ('a' ^ 'A')) == 't', piece.span);
  }
  if (EqualsFolded(piece.text, "null")) {
    return build.Null(piece.span);
  }
  const std::optional<int64_t> integer = IntegerOf(piece.text);
  return integer ? build.Int(*integer, piece.span) : build.String(piece.text, piece.span);
}

}  // namespace kval::helm
