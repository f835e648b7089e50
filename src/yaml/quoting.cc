#include "src/yaml/quoting.h"

#include <algorithm>
#include <array>

#include "src/support/ascii_text.h"
#include "src/support/utf8.h"
#include "src/yaml/characters.h"
#include "src/yaml/go_timestamp.h"

namespace kval::yaml {
namespace {

// Reasons against simpler forms, as in libyaml's yaml_emitter_analyze_scalar.
struct Analysis {
  bool has_break = false;
  bool needs_escapes = false;  // only double quotes will do
  bool has_space_before_break = false;
  bool ends_in_space = false;
  bool looks_like_structure = false;  // not plain
};

bool IsEscapedByHabit(char32_t c, const YamlStyle& style) {
  return style.encoder == EncoderStyle::kYtt && c > 0xFFFF;
}

// Characters that YAML or its readers do not take as they are. NEL, LS and PS are breaks in YAML 1.1.
bool NeedsEscape(char32_t c, const YamlStyle& style) {
  const bool is_printable =
      (c >= 0x20 && c < 0x7F) || (c >= 0xA0 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
  return !is_printable || c == 0x2028 || c == 0x2029 || c == 0xFEFF || utf8::IsDirectionMark(c) ||
         IsEscapedByHabit(c, style);
}

bool IsSpaceOrEnd(std::string_view text, size_t at) {
  return at >= text.size() || IsSpaceOrBreak(text[at]);
}

bool StartsLikeStructure(std::string_view text) {
  const char first = text[0];
  if (first == '-' || first == '?' || first == ':') {
    return IsSpaceOrEnd(text, 1) || text.starts_with("---");
  }
  return Is(first, kIndicator | kSpaceOrTab) || text.starts_with("...");
}

// A root scalar with this start would be read as a conflict marker.
bool StartsLikeConflict(std::string_view text) {
  constexpr std::array<std::string_view, 4> kMarks = {"<<<<<<<", "=======", ">>>>>>>", "|||||||"};
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return text.starts_with(mark); });
}

Analysis Analyze(std::string_view text, const YamlStyle& style) {
  Analysis found;
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::Decode(text, at);
    if (c.value == '\n') {
      found.has_break = true;
      found.has_space_before_break = found.has_space_before_break || (at > 0 && text[at - 1] == ' ');
    } else if (NeedsEscape(c.value, style)) {
      found.needs_escapes = true;
    }
    const bool is_value_mark = c.value == ':' && IsSpaceOrEnd(text, at + 1);
    const bool is_comment = c.value == '#' && at > 0 && IsSpaceOrBreak(text[at - 1]);
    found.looks_like_structure = found.looks_like_structure || is_value_mark || is_comment;
    at += c.length;
  }
  found.ends_in_space = text.ends_with(' ');
  found.looks_like_structure = found.looks_like_structure || found.ends_in_space ||
                               StartsLikeStructure(text) || StartsLikeConflict(text);
  return found;
}

// [-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)? : a number to the base 60 for some YAML 1.1 readers
bool IsBase60(std::string_view text) {
  const auto digits = [&](std::string_view allowed) {
    const size_t end = std::min(text.find_first_not_of(allowed), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(end);
    return taken;
  };
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    text.remove_prefix(1);
  }
  const std::string_view first = digits("0123456789_");
  if (first.empty() || first[0] == '_' || text.empty() || text[0] != ':') {
    return false;
  }
  while (!text.empty() && text[0] == ':') {
    text.remove_prefix(1);
    const std::string_view part = digits("0123456789");
    if (part.empty() || part.size() > 2 || (part.size() == 2 && part[0] > '5')) {
      return false;
    }
  }
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    digits("0123456789_");
  }
  return text.empty();
}

// serde_yaml quotes every word that some reader takes for something else, whatever its case.
bool IsSerdeAmbiguous(std::string_view text) {
  constexpr std::array<std::string_view, 11> kWords = {"~",   "y",    "n",     "on",   "no", "off",
                                                       "yes", "true", "false", "null", "nan"};
  if ((text[0] >= '0' && text[0] <= '9') || text[0] == '-' || text[0] == '+' || text[0] == '.') {
    return true;
  }
  const std::string lower = LowerCased(text.substr(0, 6));
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end() && text.size() == lower.size();
}

// A text like 1e309, which is none to readers that know no number so large, is infinity to others. ytt's own
// output leaves it plain.
bool IsNumberToOthers(std::string_view text, const YamlStyle& style) {
  return style.dialect != value::Dialect::kYtt &&
         value::Resolve(value::Dialect::kYaml12, text).kind != value::Kind::kString;
}

// Whether the plain spelling would not be read as this string.
bool IsAmbiguous(std::string_view text, const YamlStyle& style) {
  if (value::Resolve(style.dialect, text).kind != value::Kind::kString || text == "<<") {
    return true;
  }
  switch (style.encoder) {
    case EncoderStyle::kYtt:
      return value::Resolve(value::Dialect::kYtt, text).kind != value::Kind::kString || IsBase60(text) ||
             IsGoTimestamp(text) || IsNumberToOthers(text, style);
    case EncoderStyle::kKcl:
      return IsSerdeAmbiguous(text);
  }
  return true;
}

std::string Hex(char32_t value, size_t digits) {
  std::string text;
  for (size_t i = digits; i-- > 0;) {
    text += "0123456789ABCDEF"[(value >> (4 * i)) & 0xF];
  }
  return text;
}

std::string Escape(char32_t c) {
  struct Simple {
    char32_t c;
    char letter;
  };
  constexpr std::array kSimple = {
      Simple{0, '0'},     Simple{7, 'a'},    Simple{8, 'b'},    Simple{9, 't'},      Simple{10, 'n'},
      Simple{11, 'v'},    Simple{12, 'f'},   Simple{13, 'r'},   Simple{0x1B, 'e'},   Simple{0x22, '"'},
      Simple{0x5C, '\\'}, Simple{0x85, 'N'}, Simple{0xA0, '_'}, Simple{0x2028, 'L'}, Simple{0x2029, 'P'}};
  for (const Simple& simple : kSimple) {
    if (simple.c == c) {
      return std::string("\\") + simple.letter;
    }
  }
  if (c <= 0xFF) {
    return "\\x" + Hex(c, 2);
  }
  return c <= 0xFFFF ? "\\u" + Hex(c, 4) : "\\U" + Hex(c, 8);
}

}  // namespace

ScalarForm ChooseForm(std::string_view text, const YamlStyle& style) {
  const ScalarForm quoted =
      style.encoder == EncoderStyle::kYtt ? ScalarForm::kDoubleQuoted : ScalarForm::kSingleQuoted;
  if (text.empty()) {
    return quoted;
  }
  const Analysis found = Analyze(text, style);
  if (found.needs_escapes || found.has_space_before_break) {
    return ScalarForm::kDoubleQuoted;
  }
  if (found.has_break) {
    return found.ends_in_space ? ScalarForm::kDoubleQuoted : ScalarForm::kLiteral;
  }
  if (IsAmbiguous(text, style)) {
    return quoted;
  }
  return found.looks_like_structure ? ScalarForm::kSingleQuoted : ScalarForm::kPlain;
}

std::string SingleQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out.append(c == '\'' ? 2 : 1, c);
  }
  return out + "'";
}

std::string DoubleQuoted(std::string_view text, const YamlStyle& style) {
  std::string out = "\"";
  for (size_t at = 0; at < text.size();) {
    const utf8::CodePoint c = utf8::Decode(text, at);
    if (NeedsEscape(c.value, style) || c.value == '"' || c.value == '\\') {
      out += Escape(c.value);
    } else {
      out.append(text.substr(at, c.length));
    }
    at += c.length;
  }
  return out + "\"";
}

}  // namespace kval::yaml
