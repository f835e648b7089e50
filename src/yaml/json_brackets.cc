#include "src/yaml/json_brackets.h"

#include <algorithm>

namespace kval::yaml {

BracketDeficit CountMissingBrackets(std::string_view text) {
  BracketDeficit lack;
  size_t line_end = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    line_end = at < line_end ? line_end : std::min(text.find('\n', at), text.size());
    if (text[at] == '"') {
      size_t end = at + 1;
      while (end < line_end && text[end] != '"') {
        end += text[end] == '\\' ? 2 : 1;
      }
      if (end >= line_end) {
        const size_t last = text.substr(0, line_end).find_last_not_of(" \t\r");
        lack.Of(text[last]) += last > at && IsOpening(text[last]) ? 1 : 0;
      }
      at = std::min(end, line_end);
    } else if (IsOpening(text[at])) {
      ++lack.Of(text[at]);
    } else if (IsClosing(text[at])) {
      --lack.Of(text[at]);
    }
  }
  return lack;
}

}  // namespace kval::yaml
