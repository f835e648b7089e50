#include "src/project/find.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "src/project/repository.h"
#include "src/support/path_text.h"
#include "src/support/substitute.h"

namespace kval::project {
namespace {

using source::PathKind;

constexpr std::array<std::string_view, 2> kNames = {".kval.yaml", "kval.yaml"};
constexpr size_t kMostFolders = 256;

std::vector<std::string_view> Parts(std::string_view path) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    if (end > begin && path.substr(begin, end - begin) != ".") {
      parts.push_back(path.substr(begin, end - begin));
    }
    begin = end + 1;
  }
  return parts;
}

std::string Joined(const std::vector<std::string_view>& parts, size_t from = 0) {
  std::string path;
  for (size_t i = from; i < parts.size(); ++i) {
    path += (path.empty() ? "" : "/") + std::string(parts[i]);
  }
  return path;
}

// The parts of an absolute path, `..` carried out.
std::vector<std::string_view> Settled(std::string_view folder, std::string_view path) {
  std::vector<std::string_view> settled;
  if (!path.starts_with('/')) {
    settled = Parts(folder);
  }
  for (const std::string_view part : Parts(path)) {
    if (part != "..") {
      settled.push_back(part);
    } else if (!settled.empty()) {
      settled.pop_back();
    }
  }
  return settled;
}

size_t CommonParts(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  return static_cast<size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

}  // namespace

std::optional<std::string> Normalized(std::string_view path) {
  if (path.starts_with('/')) {
    return std::nullopt;
  }
  std::vector<std::string_view> settled;
  for (const std::string_view part : Parts(path)) {
    if (part != "..") {
      settled.push_back(part);
    } else if (settled.empty()) {
      return std::nullopt;
    } else {
      settled.pop_back();
    }
  }
  return Joined(settled);
}

std::string Location::root() const {
  if (prefix.size() > 1) {
    return prefix.substr(0, prefix.size() - 1);
  }
  return prefix.empty() ? "." : prefix;
}

std::string Location::FromHere(std::string_view path) const {
  if (prefix.empty()) {
    return std::string(path);
  }
  const std::string whole = prefix + std::string(path);
  if (folder.empty() || prefix.starts_with('/')) {
    return whole;
  }
  const std::vector<std::string_view> here = Parts(folder);
  const std::vector<std::string_view> there = Settled(folder, whole);
  const size_t common = CommonParts(here, there);
  std::string result;
  for (size_t i = common; i < here.size(); ++i) {
    result += "../";
  }
  result += Joined(there, common);
  return result.empty() ? "." : result;
}

std::optional<std::string> Location::Inside(std::string_view path) const {
  if (prefix.empty() && (folder.empty() || !path.starts_with('/'))) {
    return Normalized(path);
  }
  const std::vector<std::string_view> root = Settled(folder, prefix);
  const std::vector<std::string_view> there = Settled(folder, path);
  if (CommonParts(root, there) < root.size()) {
    return std::nullopt;
  }
  return Joined(there, root.size());
}

Location LocationOf(const std::string& file, const std::string& folder) {
  return {file, std::string(FolderPrefixOf(file)), folder, {}, false};
}

Result<std::optional<Location>> FindProject(source::FileReader& reader, const std::string& folder) {
  const size_t depth = std::min(Parts(folder).size(), kMostFolders);
  std::optional<Location> found;
  std::string prefix;
  for (size_t above = 0; above <= depth; ++above, prefix += "../") {
    std::vector<std::string> files;
    for (const std::string_view name : kNames) {
      if (!found && reader.KindOf(prefix + std::string(name)) == PathKind::kFile) {
        files.push_back(prefix + std::string(name));
      }
    }
    if (files.size() > 1) {
      return Failure{Substitute("there are two project files, {} and {}", files[0], files[1])};
    }
    if (!files.empty()) {
      found = Location{files[0], prefix, folder, {}, true};
    }
    if (found && above == 0) {
      return found;
    }
    for (const std::string_view name : kRepositoryFolders) {
      if (reader.KindOf(prefix + std::string(name)) != PathKind::kMissing) {
        if (found) {
          found->repository = prefix + std::string(name);
        }
        return found;
      }
    }
  }
  return std::optional<Location>();
}

}  // namespace kval::project
