#include "src/cli/lsp/open_document.h"

#include <algorithm>
#include <utility>

#include "src/cli/project_check.h"
#include "src/support/file_calls.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

// Returns a path relative to a directory, both absolute: `../base.yml`.
std::string From(const std::string& directory, const std::string& path) {
  std::string up;
  std::string_view above = directory;
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

bool IsBelow(const std::string& directory, const std::string& root) {
  return directory == root || root == "/" || (directory.starts_with(root) && directory[root.size()] == '/');
}

}  // namespace

bool IsUnsaved(std::string_view path) {
  return path.substr(GetDirectoryPrefix(path).size()).starts_with("untitled:");
}

bool OpenDocument::Enter(const std::string& directory) {
  environment_.directory = directory;
  strings_.clear();
  for (const auto& [path, text] : opened_.strings) {
    if (path == path_ || !IsUnsaved(path)) {
      strings_.emplace(From(directory, path), text);
    }
  }
  return ChangeDirectory(directory);
}

std::string OpenDocument::NameOf(const std::string& path) const {
  return From(environment_.directory, path);
}

OpenDocument::Language OpenDocument::language() const {
  constexpr std::pair<std::string_view, Language> kEndings[] = {{".yml", Language::kYaml},
                                                                {".yaml", Language::kYaml},
                                                                {".k", Language::kKcl},
                                                                {".star", Language::kStarlark},
                                                                {".txt", Language::kOther}};
  constexpr std::pair<std::string_view, Language> kIds[] = {
      {"yaml", Language::kYaml}, {"helm", Language::kYaml}, {"dockercompose", Language::kYaml},
      {"json", Language::kYaml}, {"kcl", Language::kKcl},   {"github-actions-workflow", Language::kYaml}};
  for (const auto& [ending, language] : kEndings) {
    if (path_.ends_with(ending)) {
      return language;
    }
  }
  const auto declared = opened_.languages.find(path_);
  for (const auto& [id, language] : kIds) {
    if (declared != opened_.languages.end() && declared->second == id) {
      return language;
    }
  }
  return Language::kOther;
}

bool OpenDocument::EnterDocumentDirectory() {
  std::string around(GetDirectory(path_));
  for (const std::string& directory : opened_.directories) {
    around = IsBelow(around, directory) ? directory : around;
  }
  return Enter(around);
}

bool OpenDocument::IsOpen(const std::string& directory) const {
  return std::any_of(opened_.directories.begin(), opened_.directories.end(),
                     [&directory](const std::string& root) { return IsBelow(directory, root); });
}

Result<std::optional<project::ProjectLocation>> OpenDocument::EnterProject() {
  if (IsUnsaved(path_)) {
    return std::optional<project::ProjectLocation>();
  }
  std::string directory(GetDirectory(path_));
  while (true) {
    if (Enter(directory)) {
      Result<std::optional<project::ProjectLocation>> location = LocateProject({}, environment_);
      if (location && *location && !(*location)->prefix.empty()) {
        // Paths without `..`: kustomizations are compared with files by their names.
        if (Enter(std::string(GetDirectory(LexicallyNormal(directory + "/" + (*location)->file))))) {
          return LocateProject({}, environment_);
        }
      }
      if (!location || *location) {
        return location;
      }
    }
    const std::string above(GetDirectory(directory));
    if (above == directory || !IsOpen(above)) {
      return std::optional<project::ProjectLocation>();
    }
    directory = above;
  }
}

}  // namespace kval::cli
