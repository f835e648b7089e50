#include "src/report/command_text.h"

#include <algorithm>

#include "src/report/text.h"

namespace kval::report {

std::string EscapeCommand(std::string_view text, std::span<const CommandEscape> escapes) {
  std::string out;
  for (const char c : EscapeLines(text)) {
    const auto found = std::find_if(escapes.begin(), escapes.end(),
                                    [c](const CommandEscape& escape) { return escape.character == c; });
    if (found == escapes.end()) {
      out += c;
    } else {
      out += found->text;
    }
  }
  return out;
}

}  // namespace kval::report
