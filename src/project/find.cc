#include "src/project/find.h"

#include <algorithm>
#include <array>
#include <vector>

#include "src/driver/inputs/input_file_reader.h"
#include "src/support/path_text.h"
#include "src/support/repository.h"
#include "src/support/substitute.h"

namespace kval::project {
namespace {

using source::PathKind;

constexpr std::array<std::string_view, 2> kNames = {".kval.yaml", "kval.yaml"};
constexpr size_t kMostDirectories = 256;

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
std::vector<std::string_view> Settled(std::string_view directory, std::string_view path) {
  std::vector<std::string_view> settled;
  if (!path.starts_with('/')) {
    settled = Parts(directory);
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

bool IsProjectFileName(std::string_view name) {
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

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

std::string ProjectLocation::root() const {
  if (prefix.size() > 1) {
    return prefix.substr(0, prefix.size() - 1);
  }
  return prefix.empty() ? "." : prefix;
}

std::string ProjectLocation::FromHere(std::string_view path) const {
  if (prefix.empty() || driver::IsSchemaName(path)) {
    return std::string(path);
  }
  const std::string whole = prefix + std::string(path);
  if (directory.empty() || prefix.starts_with('/')) {
    return whole;
  }
  const std::vector<std::string_view> here = Parts(directory);
  const std::vector<std::string_view> there = Settled(directory, whole);
  const size_t common = CommonParts(here, there);
  std::string result;
  for (size_t i = common; i < here.size(); ++i) {
    result += "../";
  }
  result += Joined(there, common);
  return result.empty() ? "." : result;
}

std::optional<std::string> ProjectLocation::Inside(std::string_view path) const {
  if (prefix.empty() && (directory.empty() || !path.starts_with('/'))) {
    return Normalized(path);
  }
  const std::vector<std::string_view> root = Settled(directory, prefix);
  const std::vector<std::string_view> there = Settled(directory, path);
  if (CommonParts(root, there) < root.size()) {
    return std::nullopt;
  }
  return Joined(there, root.size());
}

ProjectLocation LocationOf(const std::string& file, const std::string& directory) {
  return {file, std::string(GetDirectoryPrefix(file)), directory, {}, false};
}

Result<std::optional<ProjectLocation>> FindProject(source::FileReader& reader, const std::string& directory) {
  const size_t depth = std::min(Parts(directory).size(), kMostDirectories);
  std::optional<ProjectLocation> found;
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
      found = ProjectLocation{files[0], prefix, directory, {}, true};
    }
    if (found && above == 0) {
      return found;
    }
    for (const std::string_view name : kRepositoryDirectories) {
      if (reader.KindOf(prefix + std::string(name)) != PathKind::kMissing) {
        if (found) {
          found->repository = prefix + std::string(name);
        }
        return found;
      }
    }
  }
  return std::optional<ProjectLocation>();
}

}  // namespace kval::project
