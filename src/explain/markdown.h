#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kval::explain {

enum class BlockKind : uint8_t { kHeading, kParagraph, kListItem, kCode };

// One block of a page.
struct MarkdownBlock {
  BlockKind kind;
  int level = 0;         // of a heading: the number of `#`
  std::string language;  // of code: the first word after the fence
  std::string file;      // of code: the second word, may be empty
  std::string text;      // of code: as written; of others: one line
};

// Parses a page into blocks. Supports the subset of Markdown used by kval's pages: headings with `#`,
// paragraphs, lists with `- ` and indented continuation lines, fenced code. Inline markup is kept.
std::vector<MarkdownBlock> ParseMarkdown(std::string_view markdown);

}  // namespace kval::explain
