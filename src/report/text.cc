#include "src/report/text.h"

#include <utf8proc.h>

#include <algorithm>

#include "src/report/redactor.h"
#include "src/support/unicode.h"
#include "src/support/utf8.h"

namespace kval::report {
namespace {

constexpr std::string_view kBracket = "\\u{5B}";
constexpr char32_t kZeroWidthNonJoiner = 0x200C;
constexpr char32_t kZeroWidthJoiner = 0x200D;

std::string Hex(uint32_t number, size_t least_digits) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (; number != 0 || out.size() < least_digits; number >>= 4) {
    out.insert(out.begin(), kDigits[number & 15]);
  }
  return out;
}

// Controls, invisible formatting (bidirectional overrides among it), line separators and unassigned code
// points. The two joiners stay: they are part of ordinary words and emoji.
bool MustEscape(char32_t c) {
  if (c == kZeroWidthJoiner || c == kZeroWidthNonJoiner) {
    return false;
  }
  return unicode::IsIn(c, unicode::kControl | unicode::kFormat | unicode::kUnassigned | unicode::kSurrogate |
                              unicode::kLineSeparator);
}

uint32_t ColumnsOf(char32_t c) {
  return static_cast<uint32_t>(std::max(0, utf8proc_charwidth(static_cast<utf8proc_int32_t>(c))));
}

// The printed form of a code point, except tabs and line breaks.
std::string Shown(const utf8::CodePoint& point, std::string_view bytes) {
  if (!point.valid) {
    return "\\x" + Hex(static_cast<unsigned char>(bytes.front()), 2);
  }
  if (MustEscape(point.value)) {
    return "\\u{" + Hex(point.value, 1) + "}";
  }
  return std::string(bytes);
}

// Whether the byte at `at` is the bracket of `##[` or `##vso[` (ActionCommand.cs of actions/runner,
// Command.cs of microsoft/azure-pipelines-agent).
bool OpensCommand(std::string_view text, size_t at) {
  const std::string_view before = text.substr(0, at);
  return text[at] == '[' && (before.ends_with("##") || before.ends_with("##vso"));
}

// The end of the text from `at` that is printed as it is: printable ASCII characters and no bracket.
size_t EndOfPlain(std::string_view text, size_t at) {
  while (at < text.size() && text[at] >= ' ' && text[at] <= '~' && text[at] != '[') {
    ++at;
  }
  return at;
}

std::string EscapeWith(std::string_view text, bool keep_lines) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    if (const size_t end = EndOfPlain(text, i); end > i) {
      out += text.substr(i, end - i);
      i = end;
      continue;
    }
    const utf8::CodePoint point = utf8::Decode(text, i);
    if (point.value == '\n') {
      out += keep_lines ? "\n" : "\\n";
    } else if (point.value == '\t') {
      out += "\\t";
    } else if (point.value == '\r') {
      out += "\\r";
    } else if (OpensCommand(text, i)) {
      out += kBracket;
    } else {
      out += Shown(point, text.substr(i, point.length));
    }
    i += point.length;
  }
  return out;
}

void AddCell(std::vector<TerminalCell>& cells, const utf8::CodePoint& point, std::string_view line,
             size_t at) {
  const auto begin = static_cast<uint32_t>(at);
  const uint32_t end = begin + point.length;
  if (point.value == '\t') {
    cells.push_back({begin, end, "→", 1});
    return;
  }
  if (OpensCommand(line, at)) {
    cells.push_back({begin, end, std::string(kBracket), static_cast<uint32_t>(kBracket.size())});
    return;
  }
  std::string shown = Shown(point, line.substr(at, point.length));
  const bool raw = shown.size() == point.length && point.valid;
  const uint32_t width = raw ? ColumnsOf(point.value) : static_cast<uint32_t>(shown.size());
  if (width > 0) {
    cells.push_back({begin, end, std::move(shown), width});
  } else if (cells.empty()) {
    cells.push_back({begin, end, "\u25CC" + shown, 1});
  } else {
    cells.back().end = end;
    cells.back().text += shown;
  }
}

}  // namespace

std::vector<TerminalCell> Cells(std::string_view line, std::span<const ByteRange> hidden) {
  std::vector<TerminalCell> cells;
  cells.reserve(line.size());
  size_t next_hidden = 0;
  for (size_t i = 0; i < line.size();) {
    if (next_hidden < hidden.size() && i >= hidden[next_hidden].begin) {
      const ByteRange range = hidden[next_hidden++];
      cells.push_back(
          {range.begin, range.end, std::string(kRedacted), static_cast<uint32_t>(kRedacted.size())});
      i = std::max<size_t>(range.end, i);
      continue;
    }
    const utf8::CodePoint point = utf8::Decode(line, i);
    AddCell(cells, point, line, i);
    i += point.length;
  }
  return cells;
}

std::string Escape(std::string_view text) {
  return EscapeWith(text, false);
}
std::string EscapeLines(std::string_view text) {
  return EscapeWith(text, true);
}

std::string EscapeLineStart(std::string_view text) {
  std::string out = Escape(text);
  const size_t first = out.find_first_not_of(' ');
  if (first != std::string::npos && std::string_view(out).substr(first).starts_with("::")) {
    out.replace(first, 1, "\\u{3A}");
  }
  return out;
}

std::string EscapePrinted(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of("\n\t", at), text.size());
    const std::string_view piece = text.substr(at, end - at);
    const bool begins_line = out.empty() || out.back() == '\n' || out.back() == '\t';
    out += begins_line ? EscapeLineStart(piece) : Escape(piece);
    out += text.substr(end, 1);
    at = end + 1;
  }
  return out;
}

bool IsUnsafe(char32_t c) {
  return MustEscape(c);
}

uint32_t ColumnsOf(std::string_view text) {
  uint32_t columns = 0;
  for (size_t i = 0; i < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, i);
    columns += ColumnsOf(point.value);
    i += point.length;
  }
  return columns;
}

std::string ValidUtf8(std::string_view text) {
  const size_t good = utf8::FirstInvalid(text);
  std::string out(text.substr(0, good));
  for (size_t i = good; i < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, i);
    utf8::Append(out, point.value);
    i += point.length;
  }
  return out;
}

}  // namespace kval::report
