#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "src/lang/kcl/runtime/encode.h"
#include "src/lang/kcl/runtime/json_number.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/utf8.h"

// The style of serde_yaml, which KCL writes with: its quoting rules and, below it, libyaml's analysis of
// scalars.

namespace kval::kcl::runtime {
namespace {

// What could be a number, a date or a time for some reader of YAML: KCL quotes all that starts like one.
bool StartsLikeNumber(std::string_view text) {
  return !text.empty() && std::string_view("0123456789+-.").find(text[0]) != std::string_view::npos;
}

bool IsReservedWord(std::string_view text) {
  if (text == "~") {
    return true;
  }
  if (text.empty() || text.size() > 5 ||
      std::string_view("ntfyoNTFYO").find(text[0]) == std::string_view::npos) {
    return false;
  }
  std::string lower(text);
  for (char& c : lower) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  static constexpr std::array<std::string_view, 10> kWords = {"null", "true", "false", "yes", "no",
                                                              "on",   "off",  "y",     "n",   "nan"};
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

// The result of libyaml's analysis of a scalar.
struct Analysis {
  bool plain = true;
  bool single_quoted = true;
  bool block = true;
  bool multiline = false;
};

bool IsTaken(char32_t c) {
  return c == '\n' || c == '\r' || (c >= 0x20 && c <= 0x7e) || c == 0x85 || (c >= 0xa0 && c <= 0xd7ff) ||
         (c >= 0xe000 && c <= 0xfffd && c != 0xfeff) || (c >= 0x10000 && c <= 0x10ffff);
}

// What libyaml takes, without what turns the direction of writing and invisible tags: it means the same
// escaped.
bool IsPrintable(char32_t c) {
  const bool is_tag = c >= 0xe0000 && c <= 0xe007f;
  return IsTaken(c) && !is_tag && !utf8::IsDirectionMark(c);
}

bool IsSpaceOrTab(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Whether a plain scalar may start like this.
bool StartsPlain(std::string_view text) {
  char first = text[0];
  bool alone = text.size() == 1 || IsSpaceOrTab(text[1]);
  if (static_cast<unsigned char>((first | 0x20) - 'a') < 26) {
    return text.back() != ' ';
  }
  bool is_marker = text.starts_with("---") || text.starts_with("...");
  bool is_indicator = std::string_view("#,[]{}&*!|>'\"%@`").find(first) != std::string_view::npos;
  bool is_lone_sign = (first == '-' || first == '?' || first == ':') && alone;
  return !is_marker && !is_indicator && !is_lone_sign && first != ' ' && text.back() != ' ';
}

// Characters without effect on the analysis at any position.
constexpr std::array<bool, 256> kOrdinary = [] {
  std::array<bool, 256> ordinary{};
  for (size_t c = 0x20; c <= 0x7e; ++c) {
    ordinary[c] = c != ':' && c != '#';
  }
  return ordinary;
}();

bool IsOrdinary(char c) {
  return kOrdinary[static_cast<unsigned char>(c)];
}

Analysis Analyse(std::string_view text) {
  if (text.empty()) {
    return {false, true, false, false};
  }
  Analysis result;
  result.plain = StartsPlain(text);
  bool special = false;
  bool space_before_break = false;
  for (size_t i = 0; i < text.size();) {
    if (IsOrdinary(text[i])) {
      ++i;
      continue;
    }
    utf8::CodePoint point = utf8::Decode(text, i);
    char32_t c = point.value;
    size_t next = i + point.length;
    bool space_follows = next == text.size() || IsSpaceOrTab(text[next]);
    special =
        special || !point.valid || !IsPrintable(c) || c == 0x85 || c == 0x2028 || c == 0x2029 || c == '\r';
    if ((c == ':' && space_follows) || (c == '#' && i > 0 && IsSpaceOrTab(text[i - 1]))) {
      result.plain = false;
    }
    if (c == '\n') {
      result.multiline = true;
      space_before_break = space_before_break || (i > 0 && text[i - 1] == ' ');
    }
    i = next;
  }
  result.plain = result.plain && !result.multiline && !space_before_break && !special;
  result.single_quoted = !space_before_break && !special;
  result.block = !space_before_break && !special && text.back() != ' ';
  return result;
}

class YamlWriter {
 public:
  explicit YamlWriter(const EncodeOptions& options) : options_(options) {}

  std::string Document(const Value& value) {
    out_.reserve(options_.expected);
    Node(value, 0, Position::kTop);
    return std::move(out_);
  }

 private:
  enum class Position { kTop, kAfterKey, kInList };

  void Node(const Value& value, size_t indent, Position position);
  void Mapping(const Dict& dict, size_t indent, Position position);
  void Sequence(const List& list, size_t indent, Position position);
  void Begin(bool is_first, size_t indent, Position position);
  void Key(std::string_view key, size_t indent);
  // Without the line break at the end.
  void String(std::string_view text, size_t indent);
  void Literal(std::string_view text, size_t indent);
  void DoubleQuoted(std::string_view text);
  void Scalar(const Value& value, size_t indent);
  void Pad(size_t indent) { out_.append(indent, ' '); }

  struct KnownKey {
    std::string_view key;
    bool is_plain = false;
  };
  bool IsPlainKey(std::string_view key);

  const EncodeOptions& options_;
  std::string out_;
  std::array<KnownKey, 64> keys_;  // by place in memory
};

void YamlWriter::DoubleQuoted(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  out_ += '"';
  for (size_t i = 0; i < text.size();) {
    utf8::CodePoint point = utf8::Decode(text, i);
    char32_t c = point.value;
    const char* escape = c == 0        ? "\\0"
                         : c == 7      ? "\\a"
                         : c == 8      ? "\\b"
                         : c == 9      ? "\\t"
                         : c == 10     ? "\\n"
                         : c == 11     ? "\\v"
                         : c == 12     ? "\\f"
                         : c == 13     ? "\\r"
                         : c == 27     ? "\\e"
                         : c == '"'    ? "\\\""
                         : c == '\\'   ? "\\\\"
                         : c == 0x85   ? "\\N"
                         : c == 0x2028 ? "\\L"
                         : c == 0x2029 ? "\\P"
                                       : nullptr;
    if (escape != nullptr) {
      out_ += escape;
    } else if (IsPrintable(c)) {
      out_ += text.substr(i, point.length);
    } else {
      int width = c <= 0xff ? 2 : c <= 0xffff ? 4 : 8;
      out_ += width == 2 ? "\\x" : width == 4 ? "\\u" : "\\U";
      for (int digit = width - 1; digit >= 0; --digit) {
        out_ += kHex[(c >> (4 * digit)) & 15];
      }
    }
    i += point.length;
  }
  out_ += '"';
}

void YamlWriter::Literal(std::string_view text, size_t indent) {
  out_ += '|';
  if (text[0] == ' ' || text[0] == '\n') {
    out_ += '2';
  }
  size_t end = text.size();
  if (text[end - 1] != '\n') {
    out_ += '-';
  } else if (end == 1 || text[end - 2] == '\n') {
    out_ += '+';
  }
  if (text[end - 1] == '\n') {
    --end;
  }
  size_t line = 0;
  while (line <= end) {
    size_t next = text.substr(0, end).find('\n', line);
    size_t stop = next == std::string_view::npos ? end : next;
    out_ += '\n';
    if (stop > line) {
      Pad(indent);
      out_ += text.substr(line, stop - line);
    }
    if (next == std::string_view::npos) {
      break;
    }
    line = next + 1;
  }
}

void YamlWriter::String(std::string_view text, size_t indent) {
  Analysis analysis = Analyse(text);
  if (analysis.multiline && analysis.block) {
    Literal(text, indent);
    return;
  }
  bool ambiguous = IsReservedWord(text) || StartsLikeNumber(text);
  if (analysis.plain && !ambiguous) {
    out_ += text;
    return;
  }
  if (!analysis.single_quoted || analysis.multiline) {
    DoubleQuoted(text);
    return;
  }
  out_ += '\'';
  for (char c : text) {
    if (c == '\'') {
      out_ += '\'';
    }
    out_ += c;
  }
  out_ += '\'';
}

void YamlWriter::Scalar(const Value& value, size_t indent) {
  switch (value.kind) {
    case Kind::kBool:
      out_ += value.boolean ? "true" : "false";
      return;
    case Kind::kFloat:
      out_ += NumberText(std::isfinite(value.real) ? Float(ThroughJson(value.real)) : value, false);
      return;
    case Kind::kInt:
    case Kind::kUnit:
      out_ += NumberText(value, false);
      return;
    case Kind::kString:
      String(value.string(), indent);
      return;
    case Kind::kUndefined:
    case Kind::kNone:
    case Kind::kList:
    case Kind::kDict:
    case Kind::kSchema:
    case Kind::kFunction:
    case Kind::kType:
    case Kind::kModule:
      out_ += "null";
      return;
  }
}

void YamlWriter::Mapping(const Dict& dict, size_t indent, Position position) {
  bool is_empty = true;
  const auto write = [&](const Entry& entry) {
    Begin(is_empty, indent, position);
    is_empty = false;
    Key(entry.key, indent);
    Node(entry.value, indent, Position::kAfterKey);
  };
  if (options_.sort_keys) {
    for (const Entry* entry : VisibleEntries(dict, options_)) {
      write(*entry);
    }
  } else {
    for (const Entry& entry : dict.entries) {
      if (IsEncoded(entry, options_)) {
        write(entry);
      }
    }
  }
  if (is_empty) {
    out_ += position == Position::kAfterKey ? " {}\n" : "{}\n";
  }
}

// Writes the prefix of an entry or an item.
void YamlWriter::Begin(bool is_first, size_t indent, Position position) {
  if (is_first && position == Position::kAfterKey) {
    out_ += '\n';
  }
  if (!is_first || position != Position::kInList) {
    Pad(indent);
  }
}

void YamlWriter::Key(std::string_view key, size_t indent) {
  if (IsPlainKey(key)) {
    out_ += key;
  } else if (key.find('\n') != std::string_view::npos && Analyse(key).block) {
    out_ += "? ";
    String(key, indent + 2);
    out_ += '\n';
    Pad(indent);
  } else {
    String(key, indent);
  }
  out_ += ':';
}

// Instances of a schema have the same keys, which are looked at once.
bool YamlWriter::IsPlainKey(std::string_view key) {
  KnownKey& known = keys_[(reinterpret_cast<uintptr_t>(key.data()) / sizeof(void*)) % keys_.size()];
  if (known.key.data() != key.data() || known.key.size() != key.size()) {
    known = {key, Analyse(key).plain && !IsReservedWord(key) && !StartsLikeNumber(key)};
  }
  return known.is_plain;
}

void YamlWriter::Sequence(const List& list, size_t indent, Position position) {
  bool is_empty = true;
  for (const Value& item : list.items) {
    if (IsEncoded(item, options_)) {
      Begin(is_empty, indent, position);
      is_empty = false;
      out_ += "- ";
      Node(item, indent + 2, Position::kInList);
    }
  }
  if (is_empty) {
    out_ += position == Position::kAfterKey ? " []\n" : "[]\n";
  }
}

void YamlWriter::Node(const Value& value, size_t indent, Position position) {
  if (value.is_config()) {
    Mapping(value.fields(), position == Position::kAfterKey ? indent + 2 : indent, position);
    return;
  }
  if (value.is(Kind::kList)) {
    Sequence(*value.list, indent, position);
    return;
  }
  if (position == Position::kAfterKey) {
    out_ += ' ';
  }
  Scalar(value, position == Position::kInList ? indent : indent + 2);
  out_ += '\n';
}

}  // namespace

std::string YamlText(const Value& value, const EncodeOptions& options) {
  return YamlWriter(options).Document(value);
}

}  // namespace kval::kcl::runtime
