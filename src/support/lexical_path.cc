#include "src/support/lexical_path.h"

#include <algorithm>
#include <vector>

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
    const size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
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
