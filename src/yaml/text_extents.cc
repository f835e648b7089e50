#include "src/yaml/text_extents.h"

#include <algorithm>

#include "src/yaml/characters.h"

namespace kval::yaml {
namespace {

char At(std::string_view text, size_t at) {
  return at < text.size() ? text[at] : '\0';
}

bool IsBlankLine(std::string_view text, size_t at) {
  while (IsSpaceOrTabAt(text, at)) {
    ++at;
  }
  return IsBreakOrEndAt(text, at);
}

size_t CountSpaces(std::string_view text, size_t at, size_t limit) {
  size_t count = 0;
  while (count < limit && At(text, at + count) == ' ') {
    ++count;
  }
  return count;
}

// The indentation of a block scalar with text. With a digit in the header the content may start with spaces.
size_t IndentationOf(std::string_view text, size_t first_line, std::string_view content, bool has_digit) {
  const size_t content_begin = content.find_first_not_of('\n');
  size_t own = 0;
  if (has_digit && content_begin != kNotFound) {
    own = CountSpaces(content, content_begin, kNotFound);
  }
  for (size_t line = first_line; line < text.size(); line = NextLineAt(text, line)) {
    const size_t spaces = CountSpaces(text, line, kNotFound);
    if (!IsBreakOrEndAt(text, line + spaces)) {
      return spaces >= own ? spaces - own : 0;
    }
  }
  return kNotFound;
}

}  // namespace

bool IsSpaceOrTabAt(std::string_view text, size_t at) {
  return at < text.size() && IsSpaceOrTab(text[at]);
}

bool IsBreakOrEndAt(std::string_view text, size_t at) {
  return at >= text.size() || text[at] == '\n' || text[at] == '\r';
}

bool IsCommentAt(std::string_view text, size_t at) {
  return At(text, at) == '#' && (at == 0 || IsSpaceOrBreak(text[at - 1]));
}

size_t LineEndAt(std::string_view text, size_t at) {
  while (!IsBreakOrEndAt(text, at)) {
    ++at;
  }
  return at;
}

size_t NextLineAt(std::string_view text, size_t at) {
  at = LineEndAt(text, at);
  if (at >= text.size()) {
    return at;
  }
  return at + (text[at] == '\r' && At(text, at + 1) == '\n' ? 2 : 1);
}

size_t SkipSpaceAt(std::string_view text, size_t at) {
  while (at < text.size()) {
    if (IsCommentAt(text, at)) {
      at = LineEndAt(text, at);
    } else if (IsSpaceOrTabAt(text, at) || IsBreakOrEndAt(text, at)) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

PropertyExtents PropertiesAt(std::string_view text, size_t at) {
  PropertyExtents found;
  while (At(text, at) == '&' || At(text, at) == '!') {
    const bool is_anchor = text[at] == '&';
    size_t end = at + 1;
    if (!is_anchor && At(text, end) == '<') {
      end = std::min(text.find('>', end), text.size() - 1) + 1;
    } else {
      while (end < text.size() && !Is(text[end], kSpaceOrTab | kBreak | kFlowMark)) {
        ++end;
      }
    }
    (is_anchor ? found.anchor_begin : found.tag_begin) = at;
    (is_anchor ? found.anchor_end : found.tag_end) = end;
    found.end = end;
    at = SkipSpaceAt(text, end);
  }
  found.end = at;
  return found;
}

size_t QuotedEndAt(std::string_view text, size_t at) {
  const char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      if (quote == '"' || At(text, at + 1) != quote) {
        return at + 1;
      }
      ++at;
    }
  }
  return kNotFound;
}

size_t AliasEndAt(std::string_view text, size_t at) {
  while (at < text.size() && !Is(text[at], kSpaceOrTab | kBreak | kFlowMark)) {
    ++at;
  }
  return at;
}

size_t PlainEndAt(std::string_view text, size_t at, std::string_view content) {
  for (size_t i = 0; i < content.size();) {
    size_t next = at;
    while (IsSpaceOrTabAt(text, next)) {
      ++next;
    }
    const bool is_fold = next < text.size() && IsBreakOrEndAt(text, next);
    if (!is_fold) {
      if (at >= text.size() || text[at] != content[i]) {
        return kNotFound;
      }
      ++at;
      ++i;
      continue;
    }
    size_t breaks = 0;
    while (next < text.size() && IsBreakOrEndAt(text, next)) {
      next = NextLineAt(text, next);
      ++breaks;
      while (IsSpaceOrTabAt(text, next)) {
        ++next;
      }
    }
    const std::string_view folded = breaks == 1 ? content.substr(i, 1) : content.substr(i, breaks - 1);
    const char expected = breaks == 1 ? ' ' : '\n';
    if (folded.size() != std::max<size_t>(breaks - 1, 1) || folded.find_first_not_of(expected) != kNotFound) {
      return kNotFound;
    }
    i += folded.size();
    at = next;
  }
  return at;
}

BlockScalarExtent BlockScalarAt(std::string_view text, size_t at, std::string_view content) {
  BlockScalarExtent extent;
  bool has_digit = false;
  size_t header = at + 1;
  for (;; ++header) {
    const char c = At(text, header);
    if (c == '+' || c == '-') {
      extent.chomping = c == '+' ? Chomping::kKeep : Chomping::kStrip;
    } else if (c >= '1' && c <= '9') {
      has_digit = true;
    } else {
      break;
    }
  }
  size_t last = header;
  while (IsSpaceOrTabAt(text, header)) {
    ++header;
  }
  if (IsCommentAt(text, header)) {
    extent.comment_begin = header;
    extent.comment_end = last = LineEndAt(text, header);
  }
  extent.end = last;
  if (content.find_first_not_of('\n') == kNotFound) {
    return extent;
  }
  const size_t first_line = NextLineAt(text, header);
  const size_t indentation = IndentationOf(text, first_line, content, has_digit);
  if (indentation == kNotFound) {
    extent.end = kNotFound;
    return extent;
  }
  extent.indentation = static_cast<uint32_t>(indentation);
  for (size_t line = first_line; line < text.size(); line = NextLineAt(text, line)) {
    const size_t spaces = CountSpaces(text, line, indentation);
    const size_t end = LineEndAt(text, line);
    const bool is_mark =
        indentation == 0 && end - line >= 3 && end < text.size() && IsDocumentMark(text.data() + line);
    if (is_mark || (spaces < indentation && !IsBlankLine(text, line))) {
      break;
    }
    if (spaces == indentation && line + spaces < end) {
      extent.end = end;
    }
  }
  return extent;
}

}  // namespace kval::yaml
