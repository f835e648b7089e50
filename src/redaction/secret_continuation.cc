#include "src/redaction/secret_continuation.h"

#include <algorithm>

namespace kval::redaction {
namespace {

// Returns the column of a line's key: after the dashes of items.
size_t ColumnOf(std::string_view line) {
  return std::min(line.find_first_not_of(" \t-"), line.size());
}

// Whether a line without indentation has a key, whatever it looks like: `my key: x`, `<<: *x`. The `: x` of
// an explicit key has none.
bool HasKey(std::string_view content) {
  return content[0] != ':' && (content.find(": ") != std::string_view::npos || content.ends_with(':'));
}

// Whether the text is an item, a mark of a document, or a flow collection.
bool IsStructure(std::string_view content) {
  return content == "-" || content.starts_with("- ") || content.starts_with("---") ||
         content.starts_with("...") || content.find_first_of("{}[]?") == 0;
}

}  // namespace

bool SecretContinuation::Take(std::string_view line) {
  const size_t column = std::min(line.find_first_not_of(" \t"), line.size());
  const std::string_view content = line.substr(column, line.find_last_not_of(" \t\r") + 1 - column);
  if (content.empty() || content.starts_with('#') || content.starts_with("{{")) {
    return false;
  }
  const bool is_deeper = column > column_;
  const bool is_other =
      IsStructure(content) ||
      (HasKey(content) && (is_deeper || std::binary_search(columns_.begin(), columns_.end(), column)));
  is_open_ = is_open_ && (!is_other || (is_deeper && has_value_));
  if (!is_open_) {
    columns_.erase(std::lower_bound(columns_.begin(), columns_.end(), ColumnOf(line)), columns_.end());
    columns_.push_back(ColumnOf(line));
  }
  return is_open_;
}

void SecretContinuation::Begin(std::string_view line, bool has_value) {
  is_open_ = true;
  has_value_ = has_value;
  column_ = ColumnOf(line);
}

}  // namespace kval::redaction
