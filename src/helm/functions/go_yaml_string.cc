#include <re2/re2.h>

#include "src/helm/functions/go_yaml_writer.h"
#include "src/support/base64.h"
#include "src/support/utf8.h"
#include "src/value/scalar_resolve.h"
#include "src/yaml/go_timestamp.h"

// Source: yaml_emitter_analyze_scalar, _select_scalar_style and _write_…_scalar of go-yaml's emitterc.go, and
// stringv of its encode.go.
namespace kval::helm::functions {

namespace {

// Which forms the characters of a string allow.
struct Analysis {
  bool allows_plain = true;
  bool allows_single_quotes = true;
  bool allows_literal = true;
};

bool IsPrintable(char32_t c) {
  return c == '\n' || (c >= 0x20 && c <= 0x7E) || (c >= 0xA0 && c <= 0xFFFD && c != 0xFEFF);
}

bool IsBreak(char32_t c) {
  return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool IsBlankOrEnd(std::string_view text, size_t at) {
  return at >= text.size() || text[at] == ' ' || text[at] == '\t';
}

bool IsIndicator(std::string_view text, size_t at, char32_t previous) {
  const char c = text[at];
  if (c == ':') {
    return IsBlankOrEnd(text, at + 1);
  }
  if (at > 0) {
    return c == '#' && (previous == ' ' || previous == '\t' || IsBreak(previous));
  }
  return std::string_view("#,[]{}&*!|>'\"%@`").find(c) != std::string_view::npos ||
         ((c == '?' || c == '-') && IsBlankOrEnd(text, 1));
}

Analysis Analyze(std::string_view text, GoYaml version) {
  Analysis found;
  const auto forbid = [&found](bool single_quotes, bool literal) {
    found.allows_plain = false;
    found.allows_single_quotes = found.allows_single_quotes && !single_quotes;
    found.allows_literal = found.allows_literal && !literal;
  };
  if (text.starts_with("---") || text.starts_with("...") || text.starts_with(' ') || text.ends_with(' ')) {
    forbid(false, text.ends_with(' '));
  }
  char32_t previous = 0;
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::Decode(text, at);
    if (c.value == '\t' && version == GoYaml::kV3) {
      forbid(true, false);
    } else if (!IsPrintable(c.value)) {
      forbid(true, true);
    }
    if (IsBreak(c.value)) {
      forbid(false, false);
      if (previous == ' ') {
        forbid(true, true);
      }
    } else if (c.value == ' ' && IsBreak(previous)) {
      forbid(true, false);
    }
    if (IsIndicator(text, at, previous)) {
      forbid(false, false);
    }
    previous = c.value;
    at += c.length;
  }
  return found;
}

// Whether go-yaml reads the text as this string.
bool IsPlainString(std::string_view text) {
  static const re2::RE2 base60(R"([-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?)");
  return value::Resolve(value::Dialect::kHelm, text).kind == value::Kind::kString &&
         !yaml::IsGoTimestamp(text) && !re2::RE2::FullMatch({text.data(), text.size()}, base60);
}

std::string SingleQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out += c;
    out += c == '\'' ? "'" : "";
  }
  return out + "'";
}

std::string Escape(char32_t c) {
  constexpr std::pair<char32_t, char> kLetters[] = {
      {0, '0'},  {7, 'a'},   {8, 'b'},     {9, 't'},    {10, 'n'},   {11, 'v'},     {12, 'f'},    {13, 'r'},
      {27, 'e'}, {'"', '"'}, {'\\', '\\'}, {0x85, 'N'}, {0xA0, '_'}, {0x2028, 'L'}, {0x2029, 'P'}};
  for (const auto& [escaped, letter] : kLetters) {
    if (c == escaped) {
      return {'\\', letter};
    }
  }
  const size_t digits = c <= 0xFF ? 2 : c <= 0xFFFF ? 4 : 8;
  std::string out = digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
  for (size_t i = digits; i-- > 0;) {
    out += "0123456789ABCDEF"[c >> (4 * i) & 15U];
  }
  return out;
}

std::string DoubleQuoted(std::string_view text) {
  std::string out = "\"";
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::Decode(text, at);
    if (!IsPrintable(c.value) || IsBreak(c.value) || c.value == '"' || c.value == '\\') {
      out += Escape(c.value);
    } else {
      out += text.substr(at, c.length);
    }
    at += c.length;
  }
  return out + "\"";
}

// Breaks a scalar of one line at spaces beyond column 80. `edge` is the size of the quotes.
std::string Folded(std::string_view line, size_t column, size_t indent, size_t edge) {
  constexpr size_t kWidth = 80;
  const bool escapes_spaces = line.starts_with('"');
  std::string out;
  bool is_after_space = false;
  for (size_t at = 0; at < line.size();) {
    const size_t length = utf8::Decode(line, at).length;
    const bool is_space = line[at] == ' ';
    const bool is_inside = edge == 0 || (at > edge && at + 1 + edge < line.size());
    const bool is_before_space = at + 1 < line.size() && line[at + 1] == ' ';
    if (is_space && !is_after_space && column > kWidth && is_inside && (escapes_spaces || !is_before_space)) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
      if (is_before_space) {
        out += '\\';
        ++column;
      }
    } else {
      out += line.substr(at, length);
      ++column;
    }
    is_after_space = is_space;
    at += length;
  }
  return out;
}

std::string Literal(std::string_view text, size_t indent) {
  std::string out = text.starts_with(' ') || text.starts_with('\n') ? "|2" : "|";
  out += !text.ends_with('\n') ? "-" : text.ends_with("\n\n") || text == "\n" ? "+" : "";
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    out += '\n';
    out.append(line.empty() ? 0 : indent, ' ');
    out += line;
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
  }
  return out;
}

}  // namespace

std::string GoYamlString(std::string_view text, GoYaml version, size_t column, size_t indent) {
  if (utf8::FirstInvalid(text) != text.size()) {
    return "!!binary " + EncodeBase64(text);
  }
  const Analysis found = Analyze(text, version);
  if (text.find('\n') != std::string_view::npos && found.allows_literal && indent > 0) {
    return Literal(text, indent);
  }
  const bool is_double_quoted =
      text.find('\n') != std::string_view::npos || !IsPlainString(text) || !found.allows_single_quotes;
  const std::string line = is_double_quoted     ? DoubleQuoted(text)
                           : found.allows_plain ? std::string(text)
                                                : SingleQuoted(text);
  const bool is_plain = !is_double_quoted && found.allows_plain;
  return version == GoYaml::kV2 ? Folded(line, column, indent, is_plain ? 0 : 1) : line;
}

}  // namespace kval::helm::functions
