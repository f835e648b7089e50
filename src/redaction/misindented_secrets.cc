#include "src/redaction/misindented_secrets.h"

#include <algorithm>

namespace kval::redaction {
namespace {

// Whether the line is an entry, whatever its key looks like: `my key: x`, `<<: *x`.
bool HasKey(std::string_view content) {
  const size_t end = content.find_last_not_of(" \t\r");
  return content.find(": ") != std::string_view::npos ||
         (end != std::string_view::npos && content[end] == ':');
}

}  // namespace

bool MisindentedSecrets::IsValue(const SecretLine& read, std::string_view line) {
  if (!open_key_ || read.is_space) {
    return false;
  }
  const std::string_view content = line.substr(read.content_column);
  const bool is_other = read.is_item || content.starts_with('#') || content.starts_with("{{") ||
                        content.starts_with("---") || content.starts_with("...") ||
                        content.find_first_of("{}[]") == 0;
  if (is_other) {
    if (!content.starts_with('#') && !content.starts_with('{')) {
      open_key_.reset();
    }
    return false;
  }
  if (!HasKey(content)) {
    return true;
  }
  const bool is_entry = read.content_column >= *open_key_ ||
                        std::find(columns_.begin(), columns_.end(), read.content_column) != columns_.end();
  if (is_entry) {
    open_key_.reset();
  }
  return !is_entry;
}

void MisindentedSecrets::Take(const SecretLine& read, std::string_view line, bool is_secret) {
  open_key_.reset();
  const size_t column = read.content_column;
  while (!columns_.empty() && columns_.back() > column) {
    columns_.pop_back();
  }
  if (columns_.empty() || columns_.back() < column) {
    columns_.push_back(column);
  }
  if (!is_secret || read.separator != ':' || read.key_column != column) {
    return;
  }
  const std::string_view value = line.substr(read.value.begin, read.value.end - read.value.begin);
  const bool is_over =
      line.find_last_not_of(" \t\r") != std::string_view::npos && line[line.find_last_not_of(" \t\r")] == ',';
  const bool is_flow = !value.empty() && (value[0] == '{' || value[0] == '[');
  if (!is_over && !is_flow && (value.empty() || !IsNonSecretValue(value))) {
    open_key_ = read.key_column;
  }
}

void MisindentedSecrets::BeginDocument() {
  columns_.clear();
  open_key_.reset();
}

}  // namespace kval::redaction
