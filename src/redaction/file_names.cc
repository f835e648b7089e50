#include "src/redaction/file_names.h"

#include <algorithm>

namespace kval::redaction {

void FileNames::Add(std::string_view name) {
  names_.emplace(name);
}

bool FileNames::Contain(std::string_view text, OffsetRange part) const {
  constexpr std::string_view kOutside = " \t\n`'\"(),:;";
  constexpr std::string_view kEndOfName = " \t\n`'\"(),:;/";
  // No path is longer, and a message may repeat a secret many times.
  constexpr size_t kLongestPath = 4096;
  const std::string_view rest = text.substr(std::min(part.end, text.size()), kLongestPath);
  // The part may be a piece of the directory's name: `web-config/templates/a.yaml`.
  const std::string_view below = rest.substr(std::min(rest.find_first_of(kEndOfName), rest.size()));
  if (below.starts_with("/templates/") || below.starts_with("/charts/") || below.starts_with("/crds/")) {
    return true;
  }
  const size_t first = part.begin - std::min(part.begin, kLongestPath);
  const size_t before = text.substr(first, part.begin - first).find_last_of(kOutside);
  const size_t begin = before == std::string_view::npos ? first : first + before + 1;
  const size_t end = part.end + std::min(rest.find_first_of(kOutside), rest.size());
  const std::string_view path = text.substr(begin, end - begin);
  const std::string directory = std::string(path) + "/";
  const auto inside = names_.lower_bound(directory);
  return path.find('/') != std::string_view::npos &&
         (names_.contains(path) || (inside != names_.end() && inside->starts_with(directory)));
}

}  // namespace kval::redaction
