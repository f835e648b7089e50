#include "src/lsp/structure/embedded_text.h"

#include <algorithm>

#include "src/lsp/cursor_scan.h"
#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {
namespace {

size_t EndOfLine(std::string_view text, size_t at) {
  return std::min(text.find('\n', at), text.size());
}

// The end of a block scalar's text: before the first line with content that is indented less.
size_t EndOfBlock(std::string_view text, size_t begin, size_t indentation) {
  while (begin < text.size()) {
    const size_t end = EndOfLine(text, begin);
    const size_t content = text.find_first_not_of(' ', begin);
    const bool is_empty = content >= end || text[content] == '\r';
    if (!is_empty && content - begin < indentation) {
      return begin;
    }
    begin = end + 1;
  }
  return text.size();
}

}  // namespace

std::optional<EmbeddedText> FindEmbeddedText(std::string_view text, size_t at) {
  const CursorSurroundings around = ScanTo(text, at);
  if (!around.block_scalar) {
    return std::nullopt;
  }
  const TextTree tree(text);
  const std::optional<size_t> node = tree.NodeAt(*around.block_scalar);
  if (!node || tree.nodes()[*node].kind != NodeKind::kScalar) {
    return std::nullopt;
  }
  EmbeddedText found;
  found.header = *around.block_scalar;
  found.path = tree.PathOf(*node);
  std::reverse(found.path.begin(), found.path.end());
  const size_t begin = std::min(EndOfLine(text, found.header) + 1, text.size());
  const size_t end = EndOfBlock(text, begin, around.block_indentation);
  found.text = text;
  for (size_t i = 0; i < found.text.size(); ++i) {
    const bool is_outside = i < begin || i >= end;
    if (is_outside && found.text[i] != '\n' && found.text[i] != '\r') {
      found.text[i] = ' ';
    }
  }
  return found;
}

}  // namespace kval::lsp
