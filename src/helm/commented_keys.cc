#include "src/helm/commented_keys.h"

#include <algorithm>

namespace kval::helm {
namespace {

constexpr std::string_view kKeyCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";

// The key of `# key: value` or `# - key: value`; empty when the line is none.
std::string_view KeyOf(std::string_view line) {
  const size_t mark = line.find_first_not_of(" \t");
  if (mark == std::string_view::npos || line[mark] != '#') {
    return {};
  }
  line.remove_prefix(mark);
  line.remove_prefix(std::min(line.find_first_not_of("# \t-"), line.size()));
  const size_t end = std::min(line.find_first_not_of(kKeyCharacters), line.size());
  const bool is_entry = end > 0 && end < line.size() && line[end] == ':' &&
                        (end + 1 == line.size() || line[end + 1] == ' ' || line[end + 1] == '\r');
  return is_entry ? line.substr(0, end) : std::string_view();
}

}  // namespace

std::map<uint32_t, std::vector<std::string>> CommentedKeys(std::string_view text) {
  std::map<uint32_t, std::vector<std::string>> keys;
  uint32_t number = 1;
  for (size_t at = 0; at < text.size(); ++number) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (const std::string_view key = KeyOf(text.substr(at, end - at)); !key.empty()) {
      keys[number].emplace_back(key);
    }
    at = end + 1;
  }
  return keys;
}

}  // namespace kval::helm
