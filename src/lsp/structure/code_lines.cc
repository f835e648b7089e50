#include "src/lsp/structure/code_lines.h"

#include <algorithm>
#include <array>

#include "src/support/ascii.h"

namespace kval::lsp {
namespace {

constexpr std::string_view kMark = "#@ ";
constexpr std::string_view kSpaces = " \t\r";

std::string_view Trim(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
  return text.substr(0, text.find_last_not_of(kSpaces) + 1);
}

bool IsInName(char c) {
  return IsAlnum(c) || c == '_';
}

std::string_view FirstWord(std::string_view code) {
  return code.substr(
      0, static_cast<size_t>(std::find_if_not(code.begin(), code.end(), IsInName) - code.begin()));
}

bool OpensBlock(std::string_view code) {
  constexpr std::array<std::string_view, 4> kOpeners = {"def", "if", "for", "while"};
  return code.ends_with(':') &&
         std::find(kOpeners.begin(), kOpeners.end(), FirstWord(code)) != kOpeners.end();
}

}  // namespace

std::vector<CodeLine> FindCodeLines(std::string_view text) {
  std::vector<CodeLine> lines;
  size_t number = 0;
  for (size_t begin = 0; begin < text.size(); ++number) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = Trim(text.substr(begin, end - begin));
    if (line.starts_with(kMark)) {
      const size_t last = end > begin && text[end - 1] == '\r' ? end - 1 : end;
      lines.push_back({number, begin, last, Trim(line.substr(kMark.size()))});
    }
    begin = end + 1;
  }
  return lines;
}

std::vector<CodeBlock> FindCodeBlocks(std::string_view text) {
  const std::vector<CodeLine> lines = FindCodeLines(text);
  std::vector<CodeBlock> blocks;
  std::vector<size_t> open;
  for (const CodeLine& line : lines) {
    if (OpensBlock(line.code)) {
      open.push_back(blocks.size());
      blocks.push_back({line, line});
    } else if (FirstWord(line.code) == "end" && !open.empty()) {
      blocks[open.back()].last = line;
      open.pop_back();
    }
  }
  return blocks;
}

std::string_view DefinedFunction(std::string_view code) {
  constexpr std::string_view kDef = "def ";
  return code.starts_with(kDef) ? FirstWord(Trim(code.substr(kDef.size()))) : std::string_view();
}

}  // namespace kval::lsp
