#include "src/lang/kcl/sema/path_name.h"

#include "src/support/path_text.h"

namespace kval::kcl {

std::string DirectoryOf(const std::string& path) {
  return std::string(GetDirectory(path));
}

std::string Join(const std::string& directory, std::string_view name) {
  if (directory.empty() || directory == ".") {
    return std::string(name);
  }
  return directory.back() == '/' ? directory + std::string(name) : directory + "/" + std::string(name);
}

std::string ParentOf(const std::string& directory) {
  const size_t slash = directory.rfind('/');
  const std::string_view last = slash == std::string::npos ? std::string_view(directory)
                                                           : std::string_view(directory).substr(slash + 1);
  if (directory.empty() || last == ".") {
    return "..";
  }
  if (last == "..") {
    return directory + "/..";
  }
  return DirectoryOf(directory);
}

}  // namespace kval::kcl
