#include "src/lsp/open_documents.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "src/lsp/file_uri.h"

namespace kval::lsp {

std::string* OpenDocuments::Find(std::string_view uri) {
  const std::optional<std::string> path = PathOf(uri);
  const auto found = path ? strings_.find(*path) : strings_.end();
  return found == strings_.end() ? nullptr : &found->second.text;
}

void OpenDocuments::Open(std::string_view uri, std::string_view text) {
  if (const std::optional<std::string> path = PathOf(uri)) {
    strings_[*path] = {std::string(uri), std::string(text)};
  }
}

void OpenDocuments::Replace(std::string_view uri, std::string_view text) {
  if (std::string* open = Find(uri)) {
    *open = text;
  }
}

void OpenDocuments::Replace(std::string_view uri, TextRange range, std::string_view text) {
  if (std::string* open = Find(uri)) {
    const size_t begin = ByteAt(*open, range.begin);
    const size_t end = std::max(begin, ByteAt(*open, range.end));
    open->replace(begin, end - begin, text);
  }
}

void OpenDocuments::Close(std::string_view uri) {
  if (const std::optional<std::string> path = PathOf(uri)) {
    strings_.erase(*path);
  }
}

}  // namespace kval::lsp
