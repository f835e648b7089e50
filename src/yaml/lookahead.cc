#include "src/yaml/lookahead.h"

namespace kval::yaml {
namespace {

// How many lines are looked at for one that is indented alike.
constexpr int kLinesAhead = 200;

// The key with which an item begins, and its colon.
std::string_view FirstKey(const char* dash) {
  const char* name = dash + 1;
  while (IsSpaceOrTab(*name)) {
    ++name;
  }
  const char* end = name;
  while (!IsBreak(*end) && *end != ':' && *end != '\0') {
    ++end;
  }
  return {name, static_cast<size_t>(end - name + (*end == ':' ? 1 : 0))};
}

}  // namespace

NextLine Lookahead::Below(const char* from) const {
  for (const char* end = scanner_.LineEnd(from); end < scanner_.end(); end = scanner_.LineEnd(end)) {
    end += end[0] == '\r' && end[1] == '\n' ? 2 : 1;
    NextLine next;
    next.line = next.at = end;
    while (*next.at == ' ') {
      ++next.at;
    }
    if (next.at >= scanner_.end() || IsDocumentMark(next.line)) {
      return {};
    }
    const char* content = next.at;
    while (IsSpaceOrTab(*content)) {
      ++content;
    }
    if (IsBreak(*content) || *content == '#') {
      end = content;
      continue;
    }
    next.end = scanner_.LineEnd(next.at);
    next.column = static_cast<int>(next.at - next.line);
    return next;
  }
  return {};
}

const char* Lookahead::SkipBreak(const char* end) const {
  return end + (end >= scanner_.end() ? 0 : end[0] == '\r' && end[1] == '\n' ? 2 : 1);
}

NextLine Lookahead::SkipChildren(const char* bare_key) const {
  NextLine next = Below(bare_key);
  const int child = next.column;
  const char* end = bare_key;
  while (next.at != nullptr && next.column >= child) {
    end = next.end;
    next = Below(next.at);
  }
  if (next.line == nullptr && end != bare_key) {
    next.line = SkipBreak(end);
  }
  return next;
}

const char* Lookahead::LastLineOfKey(const char* quote) const {
  const char* line = nullptr;
  for (const char* at = quote + 1; at < scanner_.end() && at - quote <= kMaxImplicitKeySize; ++at) {
    if (IsBreak(*at)) {
      line = at + (at[0] == '\r' && at[1] == '\n' ? 2 : 1);
      at = line - 1;
      if (IsDocumentMark(line)) {
        return nullptr;
      }
    } else if (*quote == '"' && *at == '\\' && !IsBreak(at[1])) {
      ++at;
    } else if (*at == '\'' && *quote == '\'' && at[1] == '\'') {
      ++at;
    } else if (*at == *quote) {
      return at[1] == ':' && IsSpaceOrBreak(at[2]) ? line : nullptr;
    } else if (line != nullptr && *at == ':' && IsSpaceOrBreak(at[1])) {
      return nullptr;  // an entry by itself
    }
  }
  return nullptr;
}

const char* Lookahead::SkipEntry(int column, const char* line) const {
  const char* end = scanner_.LineEnd(line);
  NextLine next = Below(end);
  while (next.column > column || (next.column == column && IsDash(next.at))) {
    end = next.end;
    next = Below(end);
  }
  return next.line != nullptr ? next.line : SkipBreak(end);
}

bool Lookahead::IsFollowedByItem(int column) const {
  NextLine next = Below(scanner_.position());
  for (int i = 0; i < kLinesAhead && next.column > column; ++i) {
    next = Below(next.at);
  }
  return next.at != nullptr && next.column == column && IsDash(next.at);
}

bool Lookahead::HasSibling(int column) const {
  NextLine next = Below(scanner_.position());
  for (int i = 0; i < kLinesAhead && next.at != nullptr && next.column >= column; ++i) {
    if (next.column == column && !IsDash(next.at)) {
      return true;
    }
    next = Below(next.at);
  }
  return false;
}

bool StartsLikeKey(const char* at) {
  const char c = *at;
  return IsQuote(c) || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || static_cast<uint8_t>(c) >= 0x80;
}

bool LooksLikeEntry(std::string_view line) {
  return line.ends_with(':') || line.find(": ") != std::string_view::npos ||
         line.find(":\t") != std::string_view::npos;
}

bool IsWholeEntry(std::string_view line) {
  const size_t colon = line.find(": ");
  const size_t value = colon == std::string_view::npos ? colon : line.find_first_not_of(" \t\r", colon + 1);
  if (value == std::string_view::npos) {
    return false;
  }
  const char first = line[value];
  if (IsQuote(first)) {
    return line.find(first, value + 1) == line.find_last_not_of(" \t\r");
  }
  if (first == '[' || first == '{') {
    const std::string_view text = line.substr(0, line.find(" #"));
    return text[text.find_last_not_of(" \t\r")] == (first == '[' ? ']' : '}');
  }
  return std::string_view("&!*|>?#%@`").find(first) == std::string_view::npos;
}

bool HaveSameStart(const char* item, const char* other) {
  const std::string_view key = FirstKey(item);
  return key.ends_with(':') && key == FirstKey(other);
}

}  // namespace kval::yaml
