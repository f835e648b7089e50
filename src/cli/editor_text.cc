#include "src/cli/editor_text.h"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "src/cli/project_check.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

// Returns a path relative to a directory, both absolute: `../base.yml`.
std::string From(const std::string& folder, const std::string& path) {
  std::string up;
  std::string_view above = folder;
  above.remove_suffix(above == "/" ? 1 : 0);
  for (;; above = above.substr(0, above.rfind('/'))) {
    if (path.size() > above.size() && path.starts_with(above) && path[above.size()] == '/') {
      return up + path.substr(above.size() + 1);
    }
    if (above.empty()) {
      return path;
    }
    up += "../";
  }
}

bool IsBelow(const std::string& folder, const std::string& root) {
  return folder == root || root == "/" || (folder.starts_with(root) && folder[root.size()] == '/');
}

}  // namespace

bool EditorText::Enter(const std::string& folder) {
  environment_.folder = folder;
  texts_.clear();
  for (const auto& [path, text] : opened_.texts) {
    texts_.emplace(From(folder, path), text);
  }
  return ::chdir(folder.c_str()) == 0;
}

std::string EditorText::name() const {
  return From(environment_.folder, path_);
}

bool EditorText::EnterOwnFolder() {
  std::string around(FolderOf(path_));
  for (const std::string& folder : opened_.folders) {
    around = IsBelow(around, folder) ? folder : around;
  }
  return Enter(around);
}

bool EditorText::IsOpen(const std::string& folder) const {
  return std::any_of(opened_.folders.begin(), opened_.folders.end(),
                     [&folder](const std::string& root) { return IsBelow(folder, root); });
}

Result<std::optional<project::Location>> EditorText::EnterProject() {
  std::string folder(FolderOf(path_));
  while (true) {
    if (Enter(folder)) {
      Result<std::optional<project::Location>> location = LocateProject({}, environment_);
      if (!location || *location) {
        return location;
      }
    }
    const std::string above(FolderOf(folder));
    if (above == folder || !IsOpen(above)) {
      return std::optional<project::Location>();
    }
    folder = above;
  }
}

}  // namespace kval::cli
