#include "src/support/path_text.h"

#include <algorithm>

namespace kval {

std::string_view GetFileName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

std::string_view GetDirectory(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "." : path.substr(0, std::max<size_t>(slash, 1));
}

std::string_view GetDirectoryPrefix(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

}  // namespace kval
