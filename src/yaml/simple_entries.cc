// Fast path for block mapping entries on one line, `key: value`, without special syntax: the majority of
// lines in typical files. Produces the same events as the general parser, which handles all other lines.
#include "src/yaml/simple_entries.h"

#include "src/support/ascii.h"
#include "src/yaml/parser.h"

namespace kval::yaml {
namespace {

// YAML 1.2.2 section 7.4.2.

// Characters that are neither indicators nor look like spaces or templates.
bool IsWordStart(char c) {
  return IsAlnum(c) || c == '_';
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
  const bool is_key =
      at[0] == ':' && at[1] == ' ' && !IsSpaceOrTab(at[-1]) && at - begin <= kMaxImplicitKeySize;
  return is_key ? at : nullptr;
}

// The end of a plain scalar that ends with its line, which a line feed ends; null for any other text.
const char* PlainEnd(const char* at) {
  if (Is(*at, kIndicator | kSpaceOrTab | kBreak) || *at == '-' || *at == '?' || *at == ':') {
    return nullptr;
  }
  for (;; ++at) {
    while (!Is(*at, kStopInBlock)) {
      ++at;
    }
    if (*at == ':' ? IsSpaceOrBreak(at[1]) : *at != '#' || IsSpaceOrTab(at[-1])) {
      break;
    }
  }
  if (*at != '\n') {
    return nullptr;
  }
  while (IsSpaceOrTab(at[-1])) {
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
  return !IsSpaceOrBreak(*at) && (at - next_line <= parent_indent || *at == '#');
}

}  // namespace

std::optional<SimpleEntry> ParseSimpleEntry(const char* at, int column) {
  SimpleEntry entry{at, KeyEnd(at)};
  if (entry.colon == nullptr) {
    return std::nullopt;
  }
  entry.value = entry.colon + 1;
  while (*entry.value == ' ') {
    ++entry.value;
  }
  entry.is_quoted = *entry.value == '"';
  entry.end = entry.is_quoted ? DoubleQuotedEnd(entry.value) : PlainEnd(entry.value);
  if (entry.end == nullptr) {
    return std::nullopt;
  }
  const char* line_end = entry.end;
  while (*line_end != '\n') {
    ++line_end;
  }
  if (!entry.is_quoted && !EndsPlain(line_end + 1, column)) {
    return std::nullopt;
  }
  return entry;
}

bool MoveToNextEntry(Scanner& scanner, int column) {
  const char* line = scanner.position();
  while (IsSpaceOrTab(*line)) {
    ++line;
  }
  ++line;
  const char* const at = line + column;
  for (const char* space = line; space < at; ++space) {
    if (*space != ' ') {
      return false;
    }
  }
  if (!IsWordStart(*at)) {
    return false;
  }
  scanner.MoveTo(at, line);
  return true;
}

// Consumes the entry of the innermost mapping and following ones. Returns false if the next line needs the
// general parser.
bool Parser::TakePlainEntries(std::optional<SimpleEntry> entry) {
  const int column = top().column;
  while (entry) {
    top().entry_column = column;
    ++top().entries;
    Push(EventKind::kScalar, scanner_.SpanOf(entry->begin, entry->colon), {}, value::Style::kPlain);
    top().part = Part::kValue;
    top().requested_at = out_.events.size();
    Push(EventKind::kScalar, scanner_.SpanOf(entry->value, entry->end), {},
         entry->is_quoted ? value::Style::kDoubleQuoted : value::Style::kPlain);
    scanner_.MoveTo(entry->end);
    if (!MoveToNextEntry(scanner_, column)) {
      return true;
    }
    if (HasManyEvents()) {
      GiveEvents();
    }
    entry = ParseSimpleEntry(scanner_.position(), column);
  }
  return false;
}

// At the first key of a mapping, which begins with such an entry.
Parser::Step Parser::StartPlainMapping(const SimpleEntry& entry, const Properties& properties) {
  const source::Span key = scanner_.SpanOf(entry.begin, entry.colon);
  if (OpenBlock(FrameKind::kBlockMapping, Part::kKey, scanner_.Column(), key, properties) == Step::kError) {
    return Step::kError;
  }
  return TakePlainEntries(entry) ? Step::kDone : ReadMappingEntry();
}

}  // namespace kval::yaml
