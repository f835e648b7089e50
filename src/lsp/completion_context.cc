#include "src/lsp/completion_context.h"

#include <algorithm>

namespace kval::lsp {
namespace {

// Returns the offset of the content of a line, after spaces and item dashes.
size_t ContentOf(std::string_view line) {
  size_t at = 0;
  while (true) {
    at = std::min(line.find_first_not_of(' ', at), line.size());
    const bool is_dash =
        at < line.size() && line[at] == '-' && (at + 1 == line.size() || line[at + 1] == ' ');
    if (!is_dash) {
      return at;
    }
    ++at;
  }
}

// The colon that ends the line's key; npos where there is none.
size_t ColonOf(std::string_view line, size_t from) {
  for (size_t at = line.find(':', from); at != std::string_view::npos; at = line.find(':', at + 1)) {
    if (at + 1 == line.size() || line[at + 1] == ' ') {
      return at;
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<CompletionContext> FindCompletionContext(std::string_view text, size_t at) {
  const size_t before = text.substr(0, at).rfind('\n');
  const size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const size_t end = std::min(text.find_first_of("\r\n", at), text.size());
  const std::string_view line = text.substr(begin, end - begin);
  const size_t content = ContentOf(line);
  const size_t column = at - begin;
  constexpr std::string_view kOther = "#{}[]\"'&*!|>%@`?,";
  if (column < content || (content < line.size() && kOther.find(line[content]) != std::string_view::npos)) {
    return std::nullopt;
  }
  CompletionContext typed;
  typed.key = typed.begin = begin + content;
  const size_t colon = ColonOf(line, content);
  typed.has_colon = colon != std::string_view::npos;
  if (typed.has_colon && column > colon) {
    const size_t value = std::min(line.find_first_not_of(' ', colon + 1), line.size());
    const bool is_word = value == line.size() || kOther.find(line[value]) == std::string_view::npos;
    if (column == colon + 1 || !is_word) {
      return std::nullopt;
    }
    typed.part = CompletionContext::Part::kValue;
    typed.begin = begin + std::min(value, column);
  }
  typed.completed_text = text;
  if (!typed.has_colon) {
    // A key without a name is none.
    typed.completed_text.replace(
        begin + content, line.size() - content,
        (column == content ? "_" : std::string(line.substr(content, column - content))) + ":");
  }
  return typed;
}

}  // namespace kval::lsp
