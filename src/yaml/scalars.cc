#include "src/yaml/scalars.h"

#include <algorithm>
#include <string>

#include "src/yaml/escapes.h"

namespace kval::yaml {
namespace {

void Finish(const Scanner& scanner, const char* begin, const char* end, value::Style style,
            bool needs_decoding, Event* scalar) {
  scalar->kind = EventKind::kScalar;
  scalar->style = style;
  scalar->needs_decoding = needs_decoding;
  scalar->span = scanner.SpanOf(begin, end);
}

// How lines of a quoted scalar continue. go-yaml accepts continuation lines of any indentation. An unindented
// line is more likely the next entry after an unclosed quote, so it belongs to the scalar only if its closing
// quote ends a line.
struct QuotedLines {
  bool is_tab_indented = false;     // a continuation line has a tab where it needs spaces
  const char* outdented = nullptr;  // the first continuation line that is not indented
  int count = 0;                    // lines since then
};

// How far a closing quote is looked for behind the first line that is not indented.
constexpr int kMaxOutdentedLines = 1000;

// Moves from the end of a line of a quoted scalar to the next line; false when the scalar cannot go on there.
bool ContinueQuoted(Scanner& scanner, const ScalarContext& context, QuotedLines* lines) {
  if (scanner.AtEnd()) {
    return false;
  }
  scanner.SkipBreak();
  if (scanner.AtDocumentMark() || scanner.IsConflictMark(scanner.line())) {
    return false;
  }
  const char* at = scanner.line();
  while (*at == ' ') {
    ++at;
  }
  const int column = static_cast<int>(at - scanner.line());
  const bool has_tab = *at == '\t';
  while (IsSpaceOrTab(*at)) {
    ++at;
  }
  // A document of one quoted string is rarer than a first key with an unclosed quote.
  const int parent_indent = context.in_flow ? context.parent_indent : std::max(context.parent_indent, 0);
  if (!IsBreak(*at) && column <= parent_indent && lines->outdented == nullptr) {
    lines->outdented = scanner.line();
    lines->is_tab_indented = has_tab && column <= context.parent_indent;
  }
  if (lines->is_tab_indented) {
    return false;
  }
  lines->count += lines->outdented == nullptr ? 0 : 1;
  return lines->count <= kMaxOutdentedLines;
}

// After the closing quote: whether the following text confirms the end.
bool IsPlausibleEnd(const Scanner& scanner, const QuotedLines& lines) {
  if (lines.outdented == nullptr) {
    return true;
  }
  const char* at = scanner.position();
  while (IsSpaceOrTab(*at)) {
    ++at;
  }
  return IsBreak(*at) || (*at == '#' && IsSpaceOrTab(at[-1]));
}

ScanResult Unterminated(Scanner& scanner, const QuotedLines& lines) {
  if (lines.is_tab_indented) {
    return ScanResult::kTabIndented;
  }
  if (lines.outdented != nullptr) {
    scanner.MoveTo(lines.outdented, lines.outdented);
  }
  return ScanResult::kUnterminated;
}

// Checks the escape at the position, a backslash, and skips it. A break after the backslash is left alone.
void SkipEscape(Scanner& scanner) {
  const char* const begin = scanner.position();
  const EscapeResult escape = ParseEscape({begin, static_cast<size_t>(scanner.end() - begin)});
  if (!escape.is_valid) {
    scanner.Report(
        {diag::Kind::kBadEscape,
         scanner.SpanOf(begin, begin + escape.length),
         "`" + std::string(begin, escape.length) + "` is not an escape sequence of a double-quoted string",
         "",
         {},
         {},
         "write `\\\\` for a backslash, or use single quotes, which have no escape sequences"});
  }
  scanner.Advance(escape.length);
}

// Returns the position after the spaces and breaks between two lines of a plain scalar, or null if it does
// not continue. Does not move the scanner permanently.
bool ContinuePlain(Scanner& scanner, const ScalarContext& context) {
  while (!scanner.AtEnd()) {
    scanner.SkipBreak();
    const char* const line = scanner.line();
    const char* at = line;
    while (*at == ' ') {
      ++at;
    }
    const int column = static_cast<int>(at - line);
    while (IsSpaceOrTab(*at)) {
      ++at;
    }
    if (at >= scanner.end()) {
      return false;
    }
    scanner.MoveTo(at);
    if (IsBreak(*at)) {
      continue;
    }
    if (IsDocumentMark(line) || column <= context.parent_indent || *at == '#' ||
        scanner.IsConflictMark(line)) {
      return false;
    }
    const bool ends_flow_item =
        IsFlowMark(*at) || (*at == ':' && (IsSpaceOrBreak(at[1]) || IsFlowMark(at[1])));
    return !context.in_flow || !ends_flow_item;
  }
  return false;
}

// The character at which a line of a plain scalar stops: `:`, `#`, a flow mark, or 0 for the line's end.
char ScanPlainLine(Scanner& scanner, bool in_flow) {
  const int stops = in_flow ? kStopInFlow : kStopInBlock;
  const char* at = scanner.position();
  for (;;) {
    while (!Is(*at, stops)) {
      ++at;
    }
    const char c = *at;
    const bool is_value_mark = c == ':' && (IsSpaceOrBreak(at[1]) || (in_flow && IsFlowMark(at[1])));
    const bool is_comment = c == '#' && at > scanner.line() && IsSpaceOrTab(at[-1]);
    if ((c == ':' && !is_value_mark) || (c == '#' && !is_comment)) {
      ++at;
      continue;
    }
    scanner.MoveTo(at);
    return IsBreak(c) ? '\0' : c;
  }
}

struct BlockHeader {
  Chomping chomping = Chomping::kClip;
  int indentation = 0;  // as written, 0 when it is to be found
  const char* end = nullptr;
};

bool ScanBlockHeader(Scanner& scanner, BlockHeader* header) {
  scanner.Advance();
  bool has_chomping = false;
  for (;; scanner.Advance()) {
    const char c = scanner.Peek();
    if ((c == '+' || c == '-') && !has_chomping) {
      header->chomping = c == '+' ? Chomping::kKeep : Chomping::kStrip;
      has_chomping = true;
    } else if (c >= '1' && c <= '9' && header->indentation == 0) {
      header->indentation = c - '0';
    } else {
      break;
    }
  }
  header->end = scanner.position();
  if (IsSpaceOrTab(scanner.Peek())) {
    scanner.SkipSpaces();
    if (scanner.Peek() == '#') {
      scanner.TakeComment(true);
      header->end = scanner.position();
    }
  }
  return IsBreak(scanner.Peek());
}

// The lines of a block scalar.
struct BlockText {
  const char* end;  // behind the last line with content
  int indentation;  // -1: that of the first line with content
};

// Before the first content, the blank line with the most spaces.
struct WidestSpace {
  const char* line = nullptr;
  int width = 0;
};

void ReportWideSpace(Scanner& scanner, const WidestSpace& space, source::Span header) {
  const char indicator = *scanner.PointerTo(header.begin);
  scanner.Report(
      {diag::Kind::kBadIndent, scanner.SpanOf(space.line, space.line + space.width),
       "an empty line has more spaces than the first line of content below it", "", header,
       "the block scalar starts here",
       "delete the spaces, or specify the indentation after the `" + std::string(1, indicator) + "`"});
}

// Reads the lines behind the header, which ends its own line.
ScanResult ScanBlockLines(Scanner& scanner, int parent_indent, source::Span header, BlockText* text) {
  WidestSpace widest;
  if (!scanner.AtEnd()) {
    scanner.SkipBreak();
  }
  while (!scanner.AtEnd()) {
    const char* at = scanner.position();
    const char* const line = at;
    while (*at == ' ' && (text->indentation < 0 || at - line < text->indentation)) {
      ++at;
    }
    const int column = static_cast<int>(at - line);
    if (at >= scanner.end()) {
      scanner.MoveTo(at);
      break;
    }
    if (IsBreak(*at)) {
      if (text->indentation < 0 && column > widest.width) {
        widest = {line, column};
      }
      scanner.MoveTo(at);
      scanner.SkipBreak();
      continue;
    }
    if (text->indentation < 0) {
      if (column <= parent_indent) {
        return *at == '\t' ? ScanResult::kTabIndented : ScanResult::kDone;
      }
      if (column == 0 && IsDocumentMark(line)) {
        break;
      }
      text->indentation = column;
      if (widest.width > column) {
        ReportWideSpace(scanner, widest, header);
      }
    }
    if (column < text->indentation || (text->indentation == 0 && IsDocumentMark(line)) ||
        scanner.IsConflictMark(line)) {
      break;
    }
    text->end = scanner.LineEnd(at);
    scanner.MoveTo(text->end);
    if (!scanner.AtEnd()) {
      scanner.SkipBreak();
    }
  }
  return ScanResult::kDone;
}

}  // namespace

bool StartsPlain(const Scanner& scanner, bool in_flow) {
  const char c = scanner.Peek();
  if (c == '-' || c == '?' || c == ':') {
    const char next = scanner.Peek(1);
    return !IsSpaceOrBreak(next) && !(in_flow && IsFlowMark(next));
  }
  return !Is(c, kIndicator | kSpaceOrTab | kBreak);
}

ScanResult ScanPlain(Scanner& scanner, const ScalarContext& context, Event* scalar) {
  const char* const begin = scanner.position();
  const char* last = begin;
  const char* last_line = scanner.line();
  bool last_line_has_tab = false;
  bool is_first_line = true;
  for (;;) {
    const char* const line_begin = scanner.position();
    const char stop = ScanPlainLine(scanner, context.in_flow);
    if (stop == ':' && !is_first_line && !context.in_flow) {
      return ScanResult::kColonOnNextLine;
    }
    const char* end = scanner.position();
    while (end > line_begin && IsSpaceOrTab(end[-1])) {
      --end;
    }
    last = end > line_begin ? end : last;
    last_line = scanner.line();
    last_line_has_tab = scanner.tab_in_indentation();
    if (stop != '\0' || !ContinuePlain(scanner, context)) {
      break;
    }
    is_first_line = false;
  }
  scanner.MoveTo(last, last_line, last_line_has_tab);
  Finish(scanner, begin, last, value::Style::kPlain, !is_first_line, scalar);
  return ScanResult::kDone;
}

ScanResult ScanDoubleQuoted(Scanner& scanner, const ScalarContext& context, Event* scalar) {
  const char* const begin = scanner.position();
  bool needs_decoding = false;
  QuotedLines lines;
  const size_t errors = scanner.out().errors.size();
  scanner.Advance();
  for (;;) {
    const char* at = scanner.position();
    while (!Is(*at, kStopInDouble)) {
      ++at;
    }
    scanner.MoveTo(at);
    if (*at == '"') {
      break;
    }
    needs_decoding = true;
    if (*at == '\\') {
      if (!IsBreak(at[1])) {
        SkipEscape(scanner);
        continue;
      }
      scanner.Advance();
    }
    if (!ContinueQuoted(scanner, context, &lines)) {
      scanner.out().errors.resize(errors);  // what looks like an escape may be other text
      return Unterminated(scanner, lines);
    }
  }
  scanner.Advance();
  if (!IsPlausibleEnd(scanner, lines)) {
    scanner.out().errors.resize(errors);
    return Unterminated(scanner, lines);
  }
  Finish(scanner, begin, scanner.position(), value::Style::kDoubleQuoted, needs_decoding, scalar);
  return ScanResult::kDone;
}

ScanResult ScanSingleQuoted(Scanner& scanner, const ScalarContext& context, Event* scalar) {
  const char* const begin = scanner.position();
  bool needs_decoding = false;
  QuotedLines lines;
  scanner.Advance();
  for (;;) {
    const char* at = scanner.position();
    while (!Is(*at, kStopInSingle)) {
      ++at;
    }
    scanner.MoveTo(at);
    if (*at == '\'' && at[1] != '\'') {
      break;
    }
    needs_decoding = true;
    if (*at == '\'') {
      scanner.Advance(2);
    } else if (!ContinueQuoted(scanner, context, &lines)) {
      return Unterminated(scanner, lines);
    }
  }
  scanner.Advance();
  if (!IsPlausibleEnd(scanner, lines)) {
    return Unterminated(scanner, lines);
  }
  Finish(scanner, begin, scanner.position(), value::Style::kSingleQuoted, needs_decoding, scalar);
  return ScanResult::kDone;
}

ScanResult ScanBlockScalar(Scanner& scanner, int parent_indent, Event* scalar) {
  const char* const begin = scanner.position();
  const value::Style style = *begin == '|' ? value::Style::kLiteral : value::Style::kFolded;
  BlockHeader header;
  if (!ScanBlockHeader(scanner, &header)) {
    return ScanResult::kBadHeader;
  }
  BlockText text{header.end, header.indentation > 0 ? std::max(parent_indent, 0) + header.indentation : -1};
  const ScanResult result = ScanBlockLines(scanner, parent_indent, scanner.SpanOf(begin, header.end), &text);
  Finish(scanner, begin, text.end, style, true, scalar);
  scalar->chomping = header.chomping;
  scalar->indentation = static_cast<uint32_t>(std::max(text.indentation, 0));
  return result;
}

}  // namespace kval::yaml
