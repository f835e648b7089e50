// Entries of block mappings that are one line each, `key: value`, without anything that YAML makes difficult:
// most lines of most texts. They are read as the rest of the parser reads them, but without asking at each
// step what else they might be; whatever is not as simple as that is left alone.
#include "src/yaml/parser.h"

namespace kval::yaml {
namespace {

// YAML 1.2.2 section 7.4.2.

// What neither indicates anything nor looks like blanks or a template.
bool IsWordStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The end of a plain key that its colon follows at once, with a space behind it; null when the text is no
// such key.
const char* KeyEnd(const char* at) {
  if (!IsWordStart(*at)) {
    return nullptr;
  }
  const char* const begin = at;
  while (!Is(*at, kStopInBlock)) {
    ++at;
  }
  const bool is_key = at[0] == ':' && at[1] == ' ' && !IsBlank(at[-1]) && at - begin <= kLongestImplicitKey;
  return is_key ? at : nullptr;
}

// The end of a plain scalar that ends with its line, which a line feed ends; null for any other text.
const char* PlainEnd(const char* at) {
  if (Is(*at, kIndicator | kBlank | kBreak) || *at == '-' || *at == '?' || *at == ':') {
    return nullptr;
  }
  for (;; ++at) {
    while (!Is(*at, kStopInBlock)) {
      ++at;
    }
    if (*at == ':' ? IsBlankOrBreak(at[1]) : *at != '#' || IsBlank(at[-1])) {
      break;
    }
  }
  if (*at != '\n') {
    return nullptr;
  }
  while (IsBlank(at[-1])) {
    --at;
  }
  return at;
}

// The same of a double-quoted one without escapes.
const char* DoubleQuotedEnd(const char* at) {
  ++at;
  while (!Is(*at, kStopInDouble)) {
    ++at;
  }
  return at[0] == '"' && at[1] == '\n' ? at + 1 : nullptr;
}

// Whether a plain scalar is complete at the end of a line although more lines follow.
bool EndsPlain(const char* next_line, int parent_indent) {
  const char* at = next_line;
  while (*at == ' ') {
    ++at;
  }
  return !IsBlankOrBreak(*at) && (at - next_line <= parent_indent || *at == '#');
}

}  // namespace

// At the start of an entry of the innermost mapping, in its column. False when it is not such an entry.
bool Parser::TakePlainEntry() {
  const char* const begin = scanner_.position();
  const char* const colon = next_gap_ == value::Gap::kNone ? KeyEnd(begin) : nullptr;
  if (colon == nullptr) {
    return false;
  }
  const char* value = colon + 1;
  while (*value == ' ') {
    ++value;
  }
  const bool is_quoted = *value == '"';
  const char* const end = is_quoted ? DoubleQuotedEnd(value) : PlainEnd(value);
  const int column = top().column;
  if (end == nullptr) {
    return false;
  }
  const char* line_end = end;
  while (*line_end != '\n') {
    ++line_end;
  }
  if (!is_quoted && !EndsPlain(line_end + 1, column)) {
    return false;
  }
  top().entry_column = column;
  ++top().entries;
  Push(EventKind::kScalar, scanner_.SpanOf(begin, colon), {}, value::Style::kPlain);
  top().part = Part::kValue;
  top().asked_at = out_.events.size();
  Push(EventKind::kScalar, scanner_.SpanOf(value, end), {},
       is_quoted ? value::Style::kDoubleQuoted : value::Style::kPlain);
  scanner_.MoveTo(end);
  return true;
}

// Behind such an entry: moves to the next one of the same mapping if it stands on the next line. False when
// anything else follows, without a move.
bool Parser::MoveToNextEntry() {
  const char* line = scanner_.position();
  while (IsBlank(*line)) {
    ++line;
  }
  ++line;
  const char* const at = line + top().column;
  for (const char* blank = line; blank < at; ++blank) {
    if (*blank != ' ') {
      return false;
    }
  }
  if (!IsWordStart(*at)) {
    return false;
  }
  scanner_.MoveTo(at, line);
  return true;
}

}  // namespace kval::yaml
