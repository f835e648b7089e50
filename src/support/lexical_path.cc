#include "src/support/lexical_path.h"

#include <algorithm>
#include <vector>

#include "src/support/take_part.h"

namespace kval {
namespace {

// How many `..` a normal path begins with, which are taken from it.
size_t TakeStepsUp(std::string_view& path) {
  size_t count = 0;
  for (; path == ".." || path.starts_with("../"); ++count) {
    path.remove_prefix(std::min<size_t>(3, path.size()));
  }
  return count;
}

}  // namespace

std::string LexicallyNormal(std::string_view path) {
  const bool is_from_root = path.starts_with('/');
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::string_view part = TakePart(path, '/');
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else if (!part.empty() && part != "." && !(is_from_root && part == "..")) {
      parts.push_back(part);
    }
  }
  std::string normal(is_from_root ? "/" : "");
  for (const std::string_view part : parts) {
    normal.append(normal.empty() || normal == "/" ? "" : "/").append(part);
  }
  return normal;
}

std::string NormalPathFrom(std::string_view from, std::string_view path) {
  std::string normal = LexicallyNormal(path);
  std::string_view rest = normal;
  size_t levels = TakeStepsUp(rest);
  size_t begin = from.size();
  for (size_t i = 0; i < levels; ++i) {
    const size_t slash = begin == 0 ? std::string_view::npos : from.rfind('/', begin - 1);
    if (slash == std::string_view::npos) {
      return normal;
    }
    begin = slash;
  }
  from.remove_prefix(std::min(begin + 1, from.size()));
  for (; levels > 0; --levels) {
    const std::string_view name = from.substr(0, from.find('/'));
    if (name.empty() || rest.substr(0, rest.find('/')) != name) {
      break;
    }
    from.remove_prefix(std::min(name.size() + 1, from.size()));
    rest.remove_prefix(std::min(name.size() + 1, rest.size()));
  }
  std::string result;
  for (size_t i = 0; i < levels; ++i) {
    result.append(result.empty() ? "" : "/").append("..");
  }
  return result.append(result.empty() || rest.empty() ? "" : "/").append(rest);
}

bool IsWithinDirectory(std::string_view path, std::string_view directory) {
  if (path.starts_with('/') != directory.starts_with('/')) {
    return false;
  }
  const size_t path_steps = TakeStepsUp(path);
  const size_t directory_steps = TakeStepsUp(directory);
  if (directory.empty()) {
    return path_steps <= directory_steps;
  }
  return path_steps == directory_steps && path.starts_with(directory) &&
         (path.size() == directory.size() || directory == "/" || path[directory.size()] == '/');
}

}  // namespace kval
