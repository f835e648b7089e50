#include "src/explain/markdown.h"
#include "src/support/take_part.h"

namespace kval::explain {
namespace {

constexpr std::string_view kFence = "```";

std::string_view Trimmed(std::string_view line) {
  const size_t begin = line.find_first_not_of(' ');
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

MarkdownBlock TakeCode(std::string_view fence, std::string_view& rest) {
  MarkdownBlock block{BlockKind::kCode, 0, {}, {}, {}};
  const std::string_view words = fence.substr(kFence.size());
  const size_t space = words.find(' ');
  block.language = words.substr(0, space);
  block.file = space == std::string_view::npos ? std::string_view() : words.substr(space + 1);
  while (!rest.empty()) {
    const std::string_view line = TakePart(rest, '\n');
    if (line == kFence) {
      break;
    }
    block.text += line;
    block.text += '\n';
  }
  return block;
}

MarkdownBlock HeadingOf(std::string_view line) {
  const size_t level = line.find_first_not_of('#');
  return {BlockKind::kHeading, static_cast<int>(level), {}, {}, std::string(Trimmed(line.substr(level)))};
}

}  // namespace

std::vector<MarkdownBlock> ParseMarkdown(std::string_view markdown) {
  std::vector<MarkdownBlock> blocks;
  bool is_open = false;  // whether the next line goes on with the last block
  while (!markdown.empty()) {
    const std::string_view line = TakePart(markdown, '\n');
    if (line.starts_with(kFence)) {
      blocks.push_back(TakeCode(line, markdown));
      is_open = false;
    } else if (line.starts_with("#")) {
      blocks.push_back(HeadingOf(line));
      is_open = false;
    } else if (line.starts_with("- ")) {
      blocks.push_back({BlockKind::kListItem, 0, {}, {}, std::string(Trimmed(line.substr(2)))});
      is_open = true;
    } else if (Trimmed(line).empty()) {
      is_open = false;
    } else if (is_open) {
      blocks.back().text += ' ';
      blocks.back().text += Trimmed(line);
    } else {
      blocks.push_back({BlockKind::kParagraph, 0, {}, {}, std::string(Trimmed(line))});
      is_open = true;
    }
  }
  return blocks;
}

}  // namespace kval::explain
