#include "src/templating/string_template.h"

namespace kval::templating {
namespace {

constexpr std::string_view kSpaces = " \t\n\v\f\r";

std::string_view TrimLeft(std::string_view text) {
  const size_t first = text.find_first_not_of(kSpaces);
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

std::string_view TrimRight(std::string_view text) {
  const size_t last = text.find_last_not_of(kSpaces);
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

// The length of the beginning of `written` that is `code`; npos when it begins otherwise.
size_t LengthOf(std::string_view written, std::string_view code) {
  size_t at = 0;
  for (size_t i = 0; i < code.size();) {
    at += code[i] == '\n' && at + 1 < written.size() && written[at] == '\r' ? 1 : 0;
    if (at >= written.size() || written[at] != code[i]) {
      return std::string_view::npos;
    }
    ++at;
    if (code[i++] == '\n') {
      const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
      for (; i < code.size() && is_space(code[i]); ++i) {
      }
      for (; at < written.size() && is_space(written[at]); ++at) {
      }
    }
  }
  return at;
}

}  // namespace

std::string_view FindCode(std::string_view written, std::string_view code) {
  if (const size_t at = written.find(code); at != std::string_view::npos) {
    return written.substr(at, code.size());
  }
  // Spaces in a multi-line string belong to it.
  const bool has_long_string =
      code.find("\"\"\"") != std::string_view::npos || code.find("'''") != std::string_view::npos;
  constexpr size_t kMarks = 3;  // `-`, `=`, `-`
  for (size_t at = 0; !has_long_string && at <= kMarks && at <= written.size(); ++at) {
    if (const size_t length = LengthOf(written.substr(at), code); length != std::string_view::npos) {
      return written.substr(at, length);
    }
  }
  return {};
}

StringTemplate ParseStringTemplate(std::string_view text) {
  StringTemplate result;
  bool trim_left = false;
  size_t at = 0;
  for (;;) {
    const size_t open = text.find("(@", at);
    std::string_view literal = text.substr(at, open == std::string_view::npos ? open : open - at);
    if (const size_t stray = literal.find("@)"); stray != std::string_view::npos) {
      result.error = "unexpected `@)`: no code is open";
      result.error_offset = at + stray;
      return result;
    }
    if (trim_left) {
      literal = TrimLeft(literal);
    }
    result.pieces.push_back({StringTemplatePart::Kind::kLiteral, literal, at});
    if (open == std::string_view::npos) {
      return result;
    }
    const size_t begin = open + 2;
    const size_t close = text.find("@)", begin);
    const size_t nested = text.find("(@", begin);
    if (close == std::string_view::npos || nested < close) {
      result.error =
          close == std::string_view::npos ? "expected `@)` to close this" : "unexpected `(@` inside of code";
      result.error_offset = close == std::string_view::npos ? open : nested;
      return result;
    }
    StringTemplatePart code{StringTemplatePart::Kind::kCode, text.substr(begin, close - begin), begin};
    if (!code.text.empty() && code.text.front() == '-') {
      result.pieces.back().text = TrimRight(result.pieces.back().text);
      code.text.remove_prefix(1);
    }
    if (!code.text.empty() && code.text.front() == '=') {
      code.kind = StringTemplatePart::Kind::kValue;
      code.text.remove_prefix(1);
      // `(@=-` trims nothing, and the `-` is no part of the code: ytt's pkg/texttemplate/metas.go.
      if (!code.text.empty() && code.text.front() == '-') {
        code.text.remove_prefix(1);
      }
    }
    trim_left = text[close - 1] == '-' && close > begin;
    if (!code.text.empty() && code.text.back() == '-') {
      code.text.remove_suffix(1);
    }
    code.offset = static_cast<size_t>(code.text.data() - text.data());
    result.pieces.push_back(code);
    at = close + 2;
  }
}

}  // namespace kval::templating
