#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/value/text.h"
#include "src/support/utf8.h"

namespace kval::kcl::runtime {
namespace {

// The notation of KCL's encoders: a point up to 16 digits before it and five zeros after it, else an
// exponent.
std::string Number(double real, bool plus_in_exponent) {
  char buffer[64];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), real, std::chars_format::scientific);
  std::string_view text(buffer, static_cast<size_t>(end - buffer));
  size_t mark = text.find('e');
  std::string digits;
  for (char c : text.substr(0, mark)) {
    if (c >= '0' && c <= '9') {
      digits += c;
    }
  }
  int exponent = 0;
  std::string_view tail = text.substr(mark + 1);
  if (!tail.empty() && tail[0] == '+') {
    tail.remove_prefix(1);
  }
  std::from_chars(tail.data(), tail.data() + tail.size(), exponent);
  std::string out = std::signbit(real) ? "-" : "";
  int count = static_cast<int>(digits.size());
  if (exponent >= 0 && exponent < 16) {
    if (count <= exponent + 1) {
      return out + digits + std::string(static_cast<size_t>(exponent + 1 - count), '0') + ".0";
    }
    return out + digits.substr(0, static_cast<size_t>(exponent + 1)) + "." +
           digits.substr(static_cast<size_t>(exponent + 1));
  }
  if (exponent < 0 && exponent >= -5) {
    return out + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  }
  out += digits[0];
  if (count > 1) {
    out += "." + digits.substr(1);
  }
  return out + (plus_in_exponent && exponent > 0 ? "e+" : "e") + std::to_string(exponent);
}

bool IsDropped(const Value& value) {
  return value.is(Kind::kUndefined) || value.is(Kind::kFunction) || value.is(Kind::kType) ||
         value.is(Kind::kModule);
}

// The entries that are written, in their order.
std::vector<const Entry*> Shown(const Dict& dict, const EncodeOptions& options) {
  std::vector<const Entry*> shown;
  for (const Entry& entry : dict.entries) {
    bool hidden = options.ignore_private && entry.key.substr(0, 1) == "_";
    if (!hidden && !IsDropped(entry.value) && !(options.ignore_none && entry.value.is(Kind::kNone))) {
      shown.push_back(&entry);
    }
  }
  if (options.sort_keys) {
    std::stable_sort(shown.begin(), shown.end(),
                     [](const Entry* a, const Entry* b) { return a->key < b->key; });
  }
  return shown;
}

std::vector<const Value*> Shown(const List& list, const EncodeOptions& options) {
  std::vector<const Value*> shown;
  for (const Value& item : list.items) {
    if (!IsDropped(item) && !(options.ignore_none && item.is(Kind::kNone))) {
      shown.push_back(&item);
    }
  }
  return shown;
}

class JsonWriter {
 public:
  explicit JsonWriter(const EncodeOptions& options) : options_(options) {}

  void Write(const Value& value);
  std::string Take() { return std::move(out_); }

 private:
  void String(std::string_view text);
  void Separator(bool first);
  void Close(bool any, char bracket);

  const EncodeOptions& options_;
  std::string out_;
  int depth_ = 0;
};

void JsonWriter::String(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out_ += '"';
  for (char c : text) {
    switch (c) {
      case '"':
        out_ += "\\\"";
        break;
      case '\\':
        out_ += "\\\\";
        break;
      case '\n':
        out_ += "\\n";
        break;
      case '\r':
        out_ += "\\r";
        break;
      case '\t':
        out_ += "\\t";
        break;
      case '\b':
        out_ += "\\b";
        break;
      case '\f':
        out_ += "\\f";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out_ += "\\u00";
          out_ += kHex[(c >> 4) & 15];
          out_ += kHex[c & 15];
        } else {
          out_ += c;
        }
    }
  }
  out_ += '"';
}

void JsonWriter::Separator(bool first) {
  if (!first) {
    out_ += ',';
  }
  if (options_.indent > 0) {
    out_ += '\n';
    out_.append(static_cast<size_t>(depth_ * options_.indent), ' ');
  } else if (!first) {
    out_ += ' ';
  }
}

void JsonWriter::Close(bool any, char bracket) {
  --depth_;
  if (any && options_.indent > 0) {
    out_ += '\n';
    out_.append(static_cast<size_t>(depth_ * options_.indent), ' ');
  }
  out_ += bracket;
}

void JsonWriter::Write(const Value& value) {
  switch (value.kind) {
    case Kind::kBool:
      out_ += value.boolean ? "true" : "false";
      return;
    case Kind::kInt:
      out_ += std::to_string(value.integer);
      return;
    case Kind::kFloat:
    case Kind::kUnit: {
      double real = AsFloat(value);
      out_ += std::isfinite(real) ? Number(real, true) : "null";
      return;
    }
    case Kind::kString:
      String(value.string());
      return;
    case Kind::kList: {
      out_ += '[';
      ++depth_;
      bool first = true;
      for (const Value* item : Shown(*value.list, options_)) {
        Separator(first);
        first = false;
        Write(*item);
      }
      Close(!first, ']');
      return;
    }
    case Kind::kDict:
    case Kind::kSchema: {
      out_ += '{';
      ++depth_;
      bool first = true;
      for (const Entry* entry : Shown(value.fields(), options_)) {
        Separator(first);
        first = false;
        String(entry->key);
        out_ += ": ";
        Write(entry->value);
      }
      Close(!first, '}');
      return;
    }
    case Kind::kUndefined:
    case Kind::kNone:
    case Kind::kFunction:
    case Kind::kType:
    case Kind::kModule:
      out_ += "null";
      return;
  }
}

// What could be a number, a date or a time for some reader of YAML: KCL quotes all that starts like one.
bool StartsLikeNumber(std::string_view text) {
  return !text.empty() && std::string_view("0123456789+-.").find(text[0]) != std::string_view::npos;
}

bool IsReservedWord(std::string_view text) {
  if (text == "~") {
    return true;
  }
  if (text.size() > 5) {
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

// What libyaml's analysis says of a scalar.
struct Analysis {
  bool plain = true;
  bool single_quoted = true;
  bool block = true;
  bool multiline = false;
};

bool IsPrintable(char32_t c) {
  return c == '\n' || c == '\r' || (c >= 0x20 && c <= 0x7e) || c == 0x85 || (c >= 0xa0 && c <= 0xd7ff) ||
         (c >= 0xe000 && c <= 0xfffd && c != 0xfeff) || (c >= 0x10000 && c <= 0x10ffff);
}

Analysis Analyse(std::string_view text) {
  Analysis result;
  if (text.empty()) {
    return {false, true, false, false};
  }
  bool special = false;
  bool space_break = false;
  if (text.substr(0, 3) == "---" || text.substr(0, 3) == "...") {
    result.plain = false;
  }
  char first = text[0];
  bool second_blank = text.size() == 1 || std::strchr(" \t\n\r", text[1]) != nullptr;
  if (std::strchr("#,[]{}&*!|>'\"%@`", first) != nullptr ||
      ((first == '?' || first == '-' || first == ':') && second_blank) || first == ' ' ||
      text.back() == ' ') {
    result.plain = false;
  }
  if (first == '-' || first == '?' || first == ':') {
    result.plain = result.plain && !second_blank;
  }
  bool previous_space = false;
  bool previous_break = false;
  for (size_t i = 0; i < text.size();) {
    utf8::CodePoint point = utf8::Decode(text, i);
    char32_t c = point.value;
    char next = i + point.length < text.size() ? text[i + point.length] : '\0';
    if (!point.valid || !IsPrintable(c) || c == 0x85 || c == 0x2028 || c == 0x2029 || c == '\r') {
      special = true;
    }
    if (c == ':' && (next == '\0' || std::strchr(" \t\n\r", next) != nullptr)) {
      result.plain = false;
    }
    if (c == '#' && i > 0 && std::strchr(" \t\n\r", text[i - 1]) != nullptr) {
      result.plain = false;
    }
    if (c == '\n') {
      result.multiline = true;
      space_break = space_break || previous_space;
      previous_break = true;
      previous_space = false;
    } else {
      previous_space = c == ' ';
      previous_break = false;
    }
    i += point.length;
  }
  static_cast<void>(previous_break);
  if (result.multiline) {
    result.plain = false;
  }
  if (text.back() == ' ') {
    result.block = false;
  }
  if (space_break) {
    result.plain = false;
    result.single_quoted = false;
  }
  if (special) {
    result = {false, false, false, result.multiline};
  }
  if (space_break) {
    result.block = false;
  }
  return result;
}

class YamlWriter {
 public:
  explicit YamlWriter(const EncodeOptions& options) : options_(options) {}

  std::string Document(const Value& value) {
    Node(value, 0, Position::kTop);
    return std::move(out_);
  }

 private:
  enum class Position { kTop, kAfterKey, kInList };

  void Node(const Value& value, size_t indent, Position position);
  void Mapping(const Dict& dict, size_t indent, Position position);
  void Sequence(const List& list, size_t indent, Position position);
  // Without the line break at the end.
  void String(std::string_view text, size_t indent);
  void Literal(std::string_view text, size_t indent);
  void DoubleQuoted(std::string_view text);
  void Scalar(const Value& value, size_t indent);
  void Pad(size_t indent) { out_.append(indent, ' '); }

  const EncodeOptions& options_;
  std::string out_;
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
    if (c == '\t') {
      escape = "\\t";
    }
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
    case Kind::kInt:
      out_ += std::to_string(value.integer);
      return;
    case Kind::kFloat:
    case Kind::kUnit: {
      double real = AsFloat(value);
      out_ += std::isfinite(real) ? Number(real, false) : "null";
      return;
    }
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
  std::vector<const Entry*> entries = Shown(dict, options_);
  if (entries.empty()) {
    out_ += position == Position::kAfterKey ? " {}\n" : "{}\n";
    return;
  }
  if (position == Position::kAfterKey) {
    out_ += '\n';
  }
  bool pad = position != Position::kInList;
  for (const Entry* entry : entries) {
    if (pad) {
      Pad(indent);
    }
    pad = true;
    if (entry->key.find('\n') != std::string_view::npos && Analyse(entry->key).block) {
      out_ += "? ";
      String(entry->key, indent + 2);
      out_ += '\n';
      Pad(indent);
    } else {
      String(entry->key, indent);
    }
    out_ += ':';
    Node(entry->value, indent, Position::kAfterKey);
  }
}

void YamlWriter::Sequence(const List& list, size_t indent, Position position) {
  std::vector<const Value*> items = Shown(list, options_);
  if (items.empty()) {
    out_ += position == Position::kAfterKey ? " []\n" : "[]\n";
    return;
  }
  if (position == Position::kAfterKey) {
    out_ += '\n';
  }
  bool pad = position != Position::kInList;
  for (const Value* item : items) {
    if (pad) {
      Pad(indent);
    }
    pad = true;
    out_ += "- ";
    Node(*item, indent + 2, Position::kInList);
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

std::string JsonText(const Value& value, const EncodeOptions& options) {
  JsonWriter writer(options);
  writer.Write(value);
  return writer.Take();
}

std::string YamlText(const Value& value, const EncodeOptions& options) {
  return YamlWriter(options).Document(value);
}

}  // namespace kval::kcl::runtime
