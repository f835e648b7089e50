#include "schemas/comment_lines.h"

#include <algorithm>

#include "src/report/text.h"

namespace kval::schemas {

std::vector<std::string> CommentLines(std::string_view text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (end < text.size() && line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    lines.push_back(report::Escape(line));
    at = end + 1;
  }
  return lines;
}

}  // namespace kval::schemas
