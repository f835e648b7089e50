#include "src/cli/lsp/name_search.h"

#include "src/support/ascii.h"

namespace kval::cli {

bool ContainsName(std::string_view text, std::string_view name, std::string_view others) {
  const auto is_in_name = [&](char c) {
    return IsAlnum(c) || c == '_' || others.find(c) != std::string_view::npos;
  };
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !is_in_name(text[at - 1])) && (end == text.size() || !is_in_name(text[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace kval::cli
