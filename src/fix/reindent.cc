#include "src/fix/reindent.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace kval::fix {
namespace {

// Longer mappings and entries are not looked through, for each unknown key may ask.
constexpr uint32_t kMostLines = 500;

// The lines of a file around an entry. Lines are numbered from 1.
class Layout {
 public:
  Layout(const source::SourceFile& file, source::Span key)
      : file_(file),
        line_(file.LineOf(key.begin)),
        is_alone_(IsFirstOn(line_, key)),
        is_whole_(HasValueAfter(key)),
        last_(FindLast()) {}

  // Whether the entry begins a line of block style, and its lines can be moved.
  bool IsMovable() const { return is_alone_ && last_ != 0; }

  uint32_t line() const { return line_; }
  uint32_t column() const { return IndentOf(line_); }
  // The last line of the entry.
  uint32_t last() const { return last_; }
  // The next line that says something, from `number` on; 0 behind the last.
  uint32_t Next(uint32_t number) const {
    while (number <= file_.line_count() && IsSkipped(number)) {
      ++number;
    }
    return number > file_.line_count() ? 0 : number;
  }
  uint32_t Before(uint32_t number) const {
    while (number > 1 && IsSkipped(number - 1)) {
      --number;
    }
    return number - 1;
  }

  // Whether the lines around `number`, up to less indented ones, contain or may contain an entry `name` at
  // the column.
  bool HasEntry(uint32_t number, uint32_t column, std::string_view name) const {
    for (uint32_t at = Before(number); at != 0 && IndentOf(at) >= column && !IsMarker(at); at = Before(at)) {
      if (number - at > kMostLines || (IndentOf(at) == column && IsEntry(at, name))) {
        return true;
      }
    }
    for (uint32_t at = Next(number + 1); at != 0 && IndentOf(at) >= column && !IsMarker(at);
         at = Next(at + 1)) {
      if (at - number > kMostLines || (IndentOf(at) == column && IsEntry(at, name))) {
        return true;
      }
    }
    return false;
  }

  uint32_t IndentOf(uint32_t number) const {
    const std::string_view text = TextOf(number);
    return static_cast<uint32_t>(std::min(text.find_first_not_of(' '), text.size()));
  }
  bool IsItem(uint32_t number) const { return Ink(number).starts_with("- ") || Ink(number) == "-"; }
  bool IsMarker(uint32_t number) const {
    const std::string_view text = TextOf(number);
    return text.starts_with("---") || text.starts_with("...");
  }
  // `name:`, with or without quotes.
  bool IsEntry(uint32_t number, std::string_view name) const {
    std::string_view ink = Ink(number);
    const bool is_quoted = !ink.empty() && (ink[0] == '"' || ink[0] == '\'');
    ink.remove_prefix(is_quoted ? 1 : 0);
    if (!ink.starts_with(name)) {
      return false;
    }
    ink.remove_prefix(name.size() + (is_quoted && ink.size() > name.size() ? 1 : 0));
    ink.remove_prefix(std::min(ink.find_first_not_of(' '), ink.size()));
    return ink.starts_with(':');
  }

  // Indents the lines of the entry by that many more or fewer spaces.
  std::vector<diag::Edit> Shifted(int spaces) const {
    std::vector<diag::Edit> edits;
    for (uint32_t number = line_; number <= last(); ++number) {
      const uint32_t begin = file_.LineSpan(number).begin;
      if (TextOf(number).find_first_not_of(" \r") == std::string_view::npos) {
        continue;
      }
      if (spaces > 0) {
        edits.push_back({{begin, begin}, std::string(static_cast<size_t>(spaces), ' ')});
      } else {
        // A comment may be indented less.
        const uint32_t less = std::min(static_cast<uint32_t>(-spaces), IndentOf(number));
        edits.push_back({{begin, begin + less}, ""});
      }
    }
    return edits;
  }

 private:
  // Returns 0 if the end of the entry is unknown or a line is indented with tabs.
  uint32_t FindLast() const {
    uint32_t last = line_;
    for (uint32_t number = line_; number <= file_.line_count(); ++number) {
      if (number != line_ && IsSkipped(number)) {
        continue;
      }
      if (number != line_ && is_whole_ && IndentOf(number) > column()) {
        // More deeply indented lines belong to the mapping that the entry was moved from, or continue a
        // scalar.
        return IsItem(number) || Ink(number).find(": ") != std::string_view::npos ||
                       Ink(number).ends_with(':')
                   ? last
                   : 0;
      }
      if (TextOf(number).find('\t') < IndentOf(number) + 1 || number - line_ > kMostLines) {
        return 0;
      }
      if (number != line_ && IndentOf(number) <= column()) {
        // Items of a list may be in the column of its key.
        return IsItem(number) && IndentOf(number) == column() ? 0 : last;
      }
      last = number;
    }
    return last;
  }
  std::string_view TextOf(uint32_t number) const { return file_.Text(file_.LineSpan(number)); }
  std::string_view Ink(uint32_t number) const {
    std::string_view text = TextOf(number);
    text.remove_prefix(IndentOf(number));
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) {
      text.remove_suffix(1);
    }
    return text;
  }
  // Whether the entry's value is on the line of its key, and no block begins there.
  bool HasValueAfter(source::Span key) const {
    std::string_view rest = TextOf(line_).substr(key.end - file_.LineSpan(line_).begin);
    rest.remove_prefix(std::min(rest.find(':') + 1, rest.size()));
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
    return !rest.empty() && std::string_view("#|>&!").find(rest[0]) == std::string_view::npos;
  }
  // Blank lines and comments.
  bool IsSkipped(uint32_t number) const { return Ink(number).empty() || Ink(number)[0] == '#'; }
  bool IsFirstOn(uint32_t number, source::Span key) const {
    return file_.LineSpan(number).begin + IndentOf(number) == key.begin;
  }

  const source::SourceFile& file_;
  uint32_t line_;
  bool is_alone_;
  bool is_whole_;
  uint32_t last_;
};

}  // namespace

std::vector<diag::Edit> MoveOut(const source::SourceFile& file, source::Span key, std::string_view name) {
  const Layout layout(file, key);
  if (!layout.IsMovable() || layout.column() == 0) {
    return {};
  }
  // Up to the entry that holds the mapping; something else of the mapping must stay in it.
  uint32_t holder = layout.Before(layout.line());
  bool is_only = true;
  while (holder != 0 && layout.IndentOf(holder) >= layout.column()) {
    is_only = false;
    holder = layout.line() - holder > kMostLines ? 0 : layout.Before(holder);
  }
  if (holder == 0 || is_only || layout.IsItem(holder) || layout.IsMarker(holder)) {
    return {};
  }
  const uint32_t column = layout.IndentOf(holder);
  const uint32_t next = layout.Next(layout.last() + 1);
  const bool is_last = next == 0 || layout.IsMarker(next) || layout.IndentOf(next) <= column;
  if (!is_last || layout.HasEntry(layout.line(), column, name)) {
    return {};
  }
  return layout.Shifted(static_cast<int>(column) - static_cast<int>(layout.column()));
}

std::vector<diag::Edit> MoveInto(const source::SourceFile& file, source::Span key, std::string_view name,
                                 std::string_view parent) {
  const Layout layout(file, key);
  if (!layout.IsMovable()) {
    return {};
  }
  uint32_t holder = layout.Before(layout.line());
  uint32_t first = 0;
  while (holder != 0 && layout.IndentOf(holder) > layout.column() && !layout.IsMarker(holder)) {
    first = holder;
    holder = layout.line() - holder > kMostLines ? 0 : layout.Before(holder);
  }
  if (holder == 0 || first == 0 || layout.IndentOf(holder) != layout.column() ||
      !layout.IsEntry(holder, parent) || layout.IsItem(first)) {
    return {};
  }
  const uint32_t column = layout.IndentOf(first);
  if (layout.HasEntry(layout.line(), column, name)) {
    return {};
  }
  return layout.Shifted(static_cast<int>(column) - static_cast<int>(layout.column()));
}

}  // namespace kval::fix
