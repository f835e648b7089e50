#include "src/lsp/open_texts.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "src/lsp/file_uri.h"

namespace kval::lsp {

std::string* OpenTexts::Find(std::string_view uri) {
  const std::optional<std::string> path = PathOf(uri);
  const auto found = path ? texts_.find(*path) : texts_.end();
  return found == texts_.end() ? nullptr : &found->second.text;
}

void OpenTexts::Open(std::string_view uri, std::string_view text) {
  if (const std::optional<std::string> path = PathOf(uri)) {
    texts_[*path] = {std::string(uri), std::string(text)};
  }
}

void OpenTexts::Replace(std::string_view uri, std::string_view text) {
  if (std::string* open = Find(uri)) {
    *open = text;
  }
}

void OpenTexts::Replace(std::string_view uri, TextRange range, std::string_view text) {
  if (std::string* open = Find(uri)) {
    const size_t begin = ByteAt(*open, range.begin);
    const size_t end = std::max(begin, ByteAt(*open, range.end));
    open->replace(begin, end - begin, text);
  }
}

void OpenTexts::Close(std::string_view uri) {
  if (const std::optional<std::string> path = PathOf(uri)) {
    texts_.erase(*path);
  }
}

}  // namespace kval::lsp
