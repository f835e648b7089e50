#include <algorithm>
#include <string_view>

#include "src/source/file_pattern.h"
#include "src/source/file_reader.h"
#include "src/support/glob.h"

namespace kval::source {
namespace {

// The paths below `prefix` that the next component of a pattern matches.
void AddMatches(const std::string& prefix, std::string_view component, std::vector<std::string>& paths) {
  DiskFileReader disk;
  const Result<std::vector<Glob>> globs = Glob::Parse(component);
  if (!globs || component.find_first_of("*?[") == std::string_view::npos) {
    paths.push_back(prefix + std::string(component));
    return;
  }
  const Result<std::vector<std::string>> names = disk.List(prefix.empty() ? "." : prefix);
  for (const std::string& name : names ? *names : std::vector<std::string>()) {
    const bool is_hidden = name.starts_with('.') && !component.starts_with('.');
    if (!is_hidden && MatchesAny(*globs, name)) {
      paths.push_back(prefix + name);
    }
  }
}

}  // namespace

std::vector<std::string> ExpandPattern(const std::string& pattern) {
  std::vector<std::string> paths = {""};
  for (std::string_view rest = pattern; !rest.empty();) {
    const size_t end = std::min(rest.find('/'), rest.size());
    std::vector<std::string> next;
    for (const std::string& path : paths) {
      AddMatches(path, rest.substr(0, end), next);
    }
    const std::string_view separator = rest.substr(end, 1);
    for (std::string& path : next) {
      path += separator;
    }
    paths = std::move(next);
    rest.remove_prefix(end + separator.size());
  }
  DiskFileReader disk;
  std::erase_if(paths, [&](const std::string& path) { return disk.KindOf(path) == PathKind::kMissing; });
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace kval::source
