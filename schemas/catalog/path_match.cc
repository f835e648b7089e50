#include "schemas/catalog/path_match.h"

#include <algorithm>
#include <utility>

namespace kval::schemas::catalog {
namespace {

// Removes the first component.
std::string_view TakeComponent(std::string_view& path) {
  const size_t end = std::min(path.find('/'), path.size());
  const std::string_view component = path.substr(0, end);
  path.remove_prefix(std::min(end + 1, path.size()));
  return component;
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
    if (path.empty() || !ComponentMatches(TakeComponent(pattern), TakeComponent(path))) {
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
  while (true) {
    if (MatchesWhole(pattern, path)) {
      return whole.substr(0, static_cast<size_t>(path.data() - whole.data()));
    }
    if (path.find('/') == std::string_view::npos) {
      return std::nullopt;
    }
    TakeComponent(path);
  }
}

}  // namespace kval::schemas::catalog
