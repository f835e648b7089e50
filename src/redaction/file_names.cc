#include "src/redaction/file_names.h"

#include <algorithm>

namespace kval::redaction {

void FileNames::Add(std::string_view name) {
  names_.emplace(name);
}

bool FileNames::Contain(std::string_view text, OffsetRange part) const {
  constexpr std::string_view kOutside = " \t\n`'\"(),:;";
  const std::string_view rest = text.substr(std::min(part.end, text.size()));
  if (rest.starts_with("/templates/") || rest.starts_with("/charts/") || rest.starts_with("/crds/")) {
    return true;
  }
  const size_t before = text.substr(0, part.begin).find_last_of(kOutside);
  const size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const size_t end = std::min(text.find_first_of(kOutside, part.end), text.size());
  const std::string_view path = text.substr(begin, end - begin);
  const std::string directory = std::string(path) + "/";
  const auto below = names_.lower_bound(directory);
  return path.find('/') != std::string_view::npos &&
         (names_.contains(path) || (below != names_.end() && below->starts_with(directory)));
}

}  // namespace kval::redaction
