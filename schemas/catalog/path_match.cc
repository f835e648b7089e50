#include "schemas/catalog/path_match.h"

#include <algorithm>

#include "src/support/take_part.h"

namespace kval::schemas::catalog {
namespace {

// The last components of a path, or all if it has fewer.
std::string_view LastComponents(std::string_view path, int64_t count) {
  size_t begin = path.size();
  while (count > 0 && begin > 0) {
    const size_t slash = path.rfind('/', begin - 1);
    begin = slash == std::string_view::npos ? 0 : slash;
    --count;
  }
  return path.substr(begin < path.size() && path[begin] == '/' ? begin + 1 : begin);
}

bool ComponentMatches(std::string_view pattern, std::string_view name) {
  size_t star = std::string_view::npos, retry = 0, at = 0, in_name = 0;
  while (in_name < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      retry = in_name;
    } else if (at < pattern.size() && pattern[at] == name[in_name]) {
      ++at;
      ++in_name;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in_name = ++retry;
    } else {
      return false;
    }
  }
  return pattern.substr(at).find_first_not_of('*') == std::string_view::npos;
}

// At most one `**` in a pattern of schemas.def.
bool MatchesWhole(std::string_view pattern, std::string_view path) {
  while (!pattern.empty()) {
    if (pattern.starts_with("**/")) {
      return MatchAtAnyDepth(pattern.substr(3), path).has_value();
    }
    if (path.empty() || !ComponentMatches(TakePart(pattern, '/'), TakePart(path, '/'))) {
      return false;
    }
  }
  return path.empty();
}

}  // namespace

std::optional<std::string_view> MatchAtAnyDepth(std::string_view pattern, std::string_view path) {
  const std::string_view whole = path;
  constexpr std::string_view kYaml = ".{yml,yaml}";
  if (pattern.ends_with(kYaml)) {
    const std::string_view ending = path.ends_with(".yml")    ? ".yml"
                                    : path.ends_with(".yaml") ? ".yaml"
                                                              : std::string_view();
    if (ending.empty()) {
      return std::nullopt;
    }
    pattern.remove_suffix(kYaml.size());
    path.remove_suffix(ending.size());
  }
  // Most names differ in their last character.
  const bool can_match =
      !pattern.empty() && !path.empty() && (pattern.back() == '*' || pattern.back() == path.back());
  if (!can_match) {
    return std::nullopt;
  }
  if (pattern.find("**") == std::string_view::npos) {
    path = LastComponents(path, std::count(pattern.begin(), pattern.end(), '/') + 1);
  }
  while (true) {
    if (MatchesWhole(pattern, path)) {
      return whole.substr(0, static_cast<size_t>(path.data() - whole.data()));
    }
    if (path.find('/') == std::string_view::npos) {
      return std::nullopt;
    }
    TakePart(path, '/');
  }
}

}  // namespace kval::schemas::catalog
