// The content of scalars: line folding, escapes and chomping (YAML 1.2.2 chapters 6.5, 7.3 and 8.1).
#include "src/yaml/decode.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "src/support/utf8.h"
#include "src/yaml/characters.h"
#include "src/yaml/escapes.h"

namespace kval::yaml {
namespace {

bool IsLineBreak(char c) {
  return c == '\n' || c == '\r';
}

size_t BreakSize(std::string_view text, size_t at) {
  return text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
}

size_t SkipSpaces(std::string_view text, size_t at) {
  while (at < text.size() && IsSpaceOrTab(text[at])) {
    ++at;
  }
  return at;
}

// Skips the breaks at `at` with surrounding spaces; returns their number.
size_t CrossBreaks(std::string_view text, size_t* at) {
  size_t count = 0;
  while (*at < text.size() && IsLineBreak(text[*at])) {
    *at = SkipSpaces(text, *at + BreakSize(text, *at));
    ++count;
  }
  return count;
}

// Folds the breaks at `at` into `out`, whose spaces after the first `keep` bytes belong to the end of the
// line.
void Fold(std::string_view text, size_t* at, size_t keep, std::string& out) {
  while (out.size() > keep && IsSpaceOrTab(out.back())) {
    out.pop_back();
  }
  const size_t count = CrossBreaks(text, at);
  if (count == 1) {
    out += ' ';
  } else {
    out.append(count - 1, '\n');
  }
}

void AppendRun(std::string_view text, size_t* at, int stops, std::string& out) {
  const size_t begin = *at;
  while (*at < text.size() && !Is(text[*at], stops)) {
    ++*at;
  }
  out.append(text.substr(begin, *at - begin));
}

void DecodePlain(std::string_view text, std::string& out) {
  for (size_t at = 0; at < text.size();) {
    AppendRun(text, &at, kBreak, out);
    if (at < text.size()) {
      if (IsLineBreak(text[at])) {
        Fold(text, &at, 0, out);
      } else {
        out += text[at++];
      }
    }
  }
}

void DecodeSingleQuoted(std::string_view text, std::string& out) {
  for (size_t at = 0; at < text.size();) {
    AppendRun(text, &at, kStopInSingle, out);
    if (at >= text.size()) {
      return;
    }
    if (IsLineBreak(text[at])) {
      Fold(text, &at, 0, out);
      continue;
    }
    out += text[at];
    at += text[at] == '\'' ? 2 : 1;
  }
}

void DecodeDoubleQuoted(std::string_view text, std::string& out) {
  size_t keep = 0;
  for (size_t at = 0; at < text.size();) {
    AppendRun(text, &at, kStopInDouble, out);
    if (at >= text.size()) {
      return;
    }
    if (IsLineBreak(text[at])) {
      Fold(text, &at, keep, out);
    } else if (text[at] != '\\') {
      out += text[at++];
    } else if (at + 1 < text.size() && IsLineBreak(text[at + 1])) {
      ++at;
      out.append(CrossBreaks(text, &at) - 1, '\n');
      keep = out.size();
    } else {
      const EscapeResult escape = ParseEscape(text.substr(at));
      utf8::Append(out, escape.is_valid ? escape.code_point : 0xFFFD);
      at += std::max<size_t>(escape.length, 1);
      keep = out.size();
    }
  }
}

// The offset behind the line break at or after `at`, or the size of the text.
size_t NextLineOffset(std::string_view text, size_t at) {
  while (at < text.size() && !IsLineBreak(text[at])) {
    ++at;
  }
  return at < text.size() ? at + BreakSize(text, at) : at;
}

// The offset of the line break at or after `at`, or the size of the text. `has_return`: the text has a CR.
size_t EndOfLine(std::string_view text, size_t at, bool has_return) {
  if (!has_return) {
    return std::min(text.find('\n', at), text.size());
  }
  while (at < text.size() && !IsLineBreak(text[at])) {
    ++at;
  }
  return at;
}

// The lines of a block scalar: `text` runs from the header to the end of the last content line.
bool DecodeBlockLines(const Event& event, std::string_view text, std::string& out) {
  const bool folds = event.style == value::Style::kFolded;
  const bool has_return = text.find('\r') != std::string_view::npos;
  bool has_content = false;
  bool was_more_indented = true;
  size_t blank_lines = 0;
  for (size_t at = NextLineOffset(text, 0); at < text.size();) {
    size_t begin = at;
    while (begin < text.size() && text[begin] == ' ' && begin - at < event.indentation) {
      ++begin;
    }
    const size_t end = EndOfLine(text, begin, has_return);
    at = end < text.size() ? end + BreakSize(text, end) : end;
    if (begin == end) {
      ++blank_lines;
      continue;
    }
    const bool is_more_indented = IsSpaceOrTab(text[begin]);
    if (!has_content) {
      out.append(blank_lines, '\n');
    } else if (!folds || is_more_indented || was_more_indented) {
      out.append(blank_lines + 1, '\n');
    } else if (blank_lines == 0) {
      out += ' ';
    } else {
      out.append(blank_lines, '\n');
    }
    out.append(text.substr(begin, end - begin));
    blank_lines = 0;
    was_more_indented = is_more_indented;
    has_content = true;
  }
  return has_content;
}

// The number of breaks from `at`, the end of the last content line or the header, to the next content.
size_t CountTrailingBreaks(const Event& event, std::string_view rest, bool has_content, LastLine last) {
  size_t at = NextLineOffset(rest, 0);
  size_t count = has_content && at > 0 ? 1 : 0;
  while (at < rest.size()) {
    size_t begin = at;
    while (begin < rest.size() && rest[begin] == ' ' &&
           (event.indentation == 0 || begin - at < event.indentation)) {
      ++begin;
    }
    if (begin >= rest.size() || !IsLineBreak(rest[begin])) {
      count += last == LastLine::kCounts && begin >= rest.size() && begin > at ? 1 : 0;
      break;
    }
    ++count;
    at = begin + BreakSize(rest, begin);
  }
  return count;
}

void DecodeBlockScalar(const Event& event, const source::SourceFile& file, LastLine last, std::string& out) {
  const bool has_content = DecodeBlockLines(event, file.Text(event.span), out);
  if (event.chomping == Chomping::kStrip) {
    return;
  }
  const std::string_view rest = file.text().substr(event.span.end - file.base());
  if (event.chomping == Chomping::kKeep) {
    out.append(CountTrailingBreaks(event, rest, has_content, last), '\n');
  } else if (has_content && (!rest.empty() || (last == LastLine::kCounts && IsSpaceOrTab(out.back())))) {
    out += '\n';
  }
}

}  // namespace

std::string_view DecodeScalar(const Event& event, const source::SourceFile& file, std::string& scratch) {
  return DecodeScalar(event, file, scratch, LastLine::kCounts);
}

std::string_view DecodeScalar(const Event& event, const source::SourceFile& file, std::string& scratch,
                              LastLine last) {
  std::string_view text = file.Text(event.span);
  const bool is_quoted =
      event.style == value::Style::kSingleQuoted || event.style == value::Style::kDoubleQuoted;
  if (is_quoted && text.size() >= 2) {
    text = text.substr(1, text.size() - 2);
  }
  if (!event.needs_decoding) {
    return text;
  }
  scratch.clear();
  switch (event.style) {
    case value::Style::kDoubleQuoted:
      DecodeDoubleQuoted(text, scratch);
      break;
    case value::Style::kSingleQuoted:
      DecodeSingleQuoted(text, scratch);
      break;
    case value::Style::kLiteral:
    case value::Style::kFolded:
      DecodeBlockScalar(event, file, last, scratch);
      break;
    case value::Style::kPlain:
    case value::Style::kFlow:
    case value::Style::kBlock:
    case value::Style::kComputed:
      DecodePlain(text, scratch);
      break;
  }
  return scratch;
}

}  // namespace kval::yaml
