#include "src/explain/terminal.h"

#include <vector>

#include "src/explain/markdown.h"
#include "src/report/style.h"
#include "src/support/utf8.h"

namespace kval::explain {
namespace {

using report::Paint;
using report::TextStyle;

// Splits a line into words; spaces between backticks do not split.
std::vector<std::string_view> DescribeRule(std::string_view text) {
  std::vector<std::string_view> words;
  size_t begin = 0;
  bool in_code = false;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ' ' && !in_code)) {
      if (i > begin) {
        words.push_back(text.substr(begin, i - begin));
      }
      begin = i + 1;
    } else if (text[i] == '`') {
      in_code = !in_code;
    }
  }
  return words;
}

std::string CodeLines(const MarkdownBlock& block, bool color) {
  std::string out;
  if (!block.file.empty()) {
    out += "  " + Paint(color, TextStyle::kGutter, block.file) + "\n";
  }
  std::string_view rest = block.text;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    if (!line.empty()) {
      out += "    " + std::string(line);
    }
    out += '\n';
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return out;
}

std::string RenderBlock(const MarkdownBlock& block, const TerminalStyle& style) {
  switch (block.kind) {
    case BlockKind::kHeading:
      return Paint(style.color, TextStyle::kStrong, block.text) + "\n";
    case BlockKind::kParagraph:
      return WrapText(block.text, style.width, 0, 0);
    case BlockKind::kListItem:
      return "- " + WrapText(block.text, style.width, 2, 2);
    case BlockKind::kCode:
      return CodeLines(block, style.color);
  }
  return {};
}

}  // namespace

std::string WrapText(std::string_view text, uint32_t width, uint32_t indent, uint32_t column) {
  std::string out;
  bool is_first = true;  // of its line
  for (std::string_view word : DescribeRule(text)) {
    const auto columns = static_cast<uint32_t>(utf8::Count(word));
    if (!is_first && column + 1 + columns > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
      is_first = true;
    }
    if (!is_first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += columns;
    is_first = false;
  }
  return out + "\n";
}

std::string RenderPage(std::string_view markdown, const TerminalStyle& style) {
  std::string out;
  const MarkdownBlock* before = nullptr;
  const std::vector<MarkdownBlock> blocks = ParseMarkdown(markdown);
  for (const MarkdownBlock& block : blocks) {
    if (block.kind == BlockKind::kHeading && block.level == 1) {
      continue;
    }
    const bool follows_item = before != nullptr && before->kind == BlockKind::kListItem;
    if (before != nullptr && !(follows_item && block.kind == BlockKind::kListItem)) {
      out += '\n';
    }
    out += RenderBlock(block, style);
    before = &block;
  }
  return out;
}

}  // namespace kval::explain
