#include "src/lsp/structure/indentation.h"

#include <algorithm>
#include <string>

#include "src/lsp/cursor_scan.h"

namespace kval::lsp {
namespace {

// The line that ends before `end`, without spaces at its end.
std::string_view LineBefore(std::string_view text, size_t end) {
  const std::string_view before = text.substr(0, end);
  const size_t line_break = before.rfind('\n');
  const std::string_view line = before.substr(line_break == std::string_view::npos ? 0 : line_break + 1);
  return line.substr(0, line.find_last_not_of(" \r") + 1);
}

// The column of a line's content after item dashes.
size_t ContentColumn(std::string_view line) {
  size_t at = std::min(line.find_first_not_of(' '), line.size());
  while (line.substr(at).starts_with("- ")) {
    at = std::min(line.find_first_not_of(' ', at + 1), line.size());
  }
  return at;
}

// Whether a line ends with `key:`, or with the header of a block scalar after it.
bool OpensBlock(std::string_view line) {
  const size_t last = line.find_last_not_of("+-0123456789");
  const bool is_header = last != std::string_view::npos && (line[last] == '|' || line[last] == '>') &&
                         last > 0 && line[last - 1] == ' ';
  return line.ends_with(':') || is_header;
}

}  // namespace

std::optional<FileEdit> FindIndentation(std::string_view text, size_t at, size_t tab_size) {
  const size_t break_before = text.substr(0, at).rfind('\n');
  if (break_before == std::string_view::npos) {
    return std::nullopt;
  }
  const size_t begin = break_before + 1;
  const size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
  const std::string_view current = text.substr(begin, end - begin);
  const std::string_view line = LineBefore(text, break_before);
  const CursorSurroundings around = ScanTo(text, break_before);
  if (current.find_first_not_of(' ') != std::string_view::npos || around.is_text || around.quote ||
      !around.brackets.empty()) {
    return std::nullopt;
  }
  const size_t content = ContentColumn(line);
  const bool is_item = line.substr(0, content).find('-') != std::string_view::npos;
  const size_t wanted = content == line.size() ? 0
                        : OpensBlock(line)     ? content + tab_size
                        : is_item              ? content
                                               : 0;
  return wanted > current.size() ? std::optional(FileEdit{{begin, end}, std::string(wanted, ' ')})
                                 : std::nullopt;
}

}  // namespace kval::lsp
