#include "src/project/project_files.h"

#include <algorithm>
#include <utility>

#include "src/support/edit_distance.h"
#include "src/support/repository.h"
#include "src/vendor/lock_file.h"

namespace kval::project {
namespace {

using source::PathKind;

// Deeper directories are not part of a project.
constexpr size_t kDeepest = 100;

std::string Below(const std::string& directory, std::string_view name) {
  return directory.empty() ? std::string(name) : directory + "/" + std::string(name);
}

size_t DepthOf(std::string_view directory) {
  return static_cast<size_t>(std::count(directory.begin(), directory.end(), '/'));
}

}  // namespace

ExcludedPaths::ExcludedPaths(std::vector<Glob> patterns) : is_empty_(patterns.empty()) {
  for (Glob& glob : patterns) {
    patterns_.Add(std::move(glob), 0);
  }
}

bool ExcludedPaths::Contain(std::string_view path) const {
  if (is_empty_) {
    return false;
  }
  for (size_t end = path.find('/'); end != std::string_view::npos; end = path.find('/', end + 1)) {
    if (patterns_.MatchesAny(path.substr(0, end))) {
      return true;
    }
  }
  return patterns_.MatchesAny(path);
}

ProjectFiles::ProjectFiles(source::FileReader& reader, const ProjectLocation& location,
                           std::vector<Glob> excluded)
    : reader_(reader), location_(location), excluded_(std::move(excluded)) {}

PathKind ProjectFiles::KindOf(const std::string& path) {
  const auto known = kinds_.find(path);
  if (known != kinds_.end()) {
    return known->second;
  }
  const PathKind kind = reader_.KindOf(path.empty() ? location_.root() : location_.prefix + path);
  kinds_.emplace(path, kind);
  return kind;
}

const std::vector<std::string>& ProjectFiles::ListDirectory(const std::string& directory) {
  const auto known = names_.find(directory);
  if (known != names_.end()) {
    return known->second;
  }
  Result<std::vector<std::string>> names =
      reader_.List(directory.empty() ? location_.root() : location_.prefix + directory);
  return names_.emplace(directory, names ? *std::move(names) : std::vector<std::string>()).first->second;
}

const std::string& ProjectFiles::RealRoot() {
  if (real_root_.empty()) {
    Result<std::string> root = reader_.RealPath(location_.root());
    real_root_ = root ? *root : "/";
  }
  return real_root_;
}

bool ProjectFiles::IsLink(const std::string& directory) {
  if (const auto known = links_.find(directory); known != links_.end()) {
    return known->second;
  }
  const std::string& root = RealRoot();
  const Result<std::string> real = reader_.RealPath(location_.prefix + directory);
  const bool is_link = !real || *real != (root == "/" ? "" : root) + "/" + directory;
  links_.emplace(directory, is_link);
  return is_link;
}

// Whether this component of a pattern is new for the directory with these bindings. Several `**` reach the
// same directory repeatedly.
bool ProjectFiles::IsNew(size_t part, const std::string& directory, const Glob::Bindings& bindings) {
  if (!tried_) {
    return true;
  }
  std::string place = std::to_string(part) + '/' + directory;
  for (const auto& [name, value] : bindings) {
    place.append(1, '\0').append(name).append(1, '=').append(value);
  }
  return tried_->insert(std::move(place)).second;
}

// Whether the directory has the packages that others publish and a package manager copied: npm's, or Go's.
bool ProjectFiles::HasDependencies(const std::string& path, const std::string& name) {
  return name == "node_modules" ||
         (name == "vendor" && KindOf(Below(path, "modules.txt")) != PathKind::kMissing);
}

// Recursion depth is that of directories, limited by kDeepest, plus the pattern's components.
void ProjectFiles::FindFrom(const Glob& glob, size_t part, const std::string& directory,
                            const Glob::Bindings& bindings, std::vector<Match>& matches) {
  if (part == glob.parts().size() || DepthOf(directory) > kDeepest || !IsNew(part, directory, bindings)) {
    return;
  }
  const Glob::Part& expected = glob.parts()[part];
  const bool is_last = part + 1 == glob.parts().size();
  if (expected.is_literal()) {
    const std::string path = Below(directory, expected.literal());
    const PathKind kind = KindOf(path);
    if (is_last && kind != PathKind::kMissing && kind != PathKind::kDirectory && !IsExcluded(path)) {
      matches.push_back({path, bindings});
    } else if (!is_last && kind == PathKind::kDirectory) {
      FindFrom(glob, part + 1, path, bindings, matches);
    }
    return;
  }
  if (expected.is_deep) {
    FindFrom(glob, part + 1, directory, bindings, matches);
  }
  // A copy, because recursion may move the table.
  const std::vector<std::string> names = ListDirectory(directory);
  for (const std::string& name : names) {
    if (++steps_ > kMaxSteps) {
      return;
    }
    Glob::Bindings bound = bindings;
    if (!expected.Matches(name, bound)) {
      continue;
    }
    const std::string path = Below(directory, name);
    const bool is_directory = KindOf(path) == PathKind::kDirectory;
    if (is_directory && (IsRepositoryDirectory(name) || HasDependencies(path, name))) {
      continue;
    }
    if ((is_directory && is_last && !expected.is_deep) || IsExcluded(path) ||
        location_.prefix + path == location_.file || vendor::IsVendoredFile(path)) {
      continue;
    }
    if (is_directory && !IsLink(path)) {
      FindFrom(glob, expected.is_deep ? part : part + 1, path, bound, matches);
    } else if (!is_directory && is_last) {
      matches.push_back({path, std::move(bound)});
    }
  }
}

std::vector<ProjectFiles::Match> ProjectFiles::Find(const Glob& glob) {
  std::vector<Match> matches;
  if (glob.is_literal()) {
    std::string path;
    for (const Glob::Part& part : glob.parts()) {
      path = Below(path, part.literal());
    }
    if (KindOf(path) != PathKind::kMissing) {
      matches.push_back({path, {}});
    }
    return matches;
  }
  const auto deep = std::count_if(glob.parts().begin(), glob.parts().end(),
                                  [](const Glob::Part& part) { return part.is_deep; });
  tried_.reset();
  if (deep > 1) {
    tried_.emplace();
  }
  FindFrom(glob, 0, {}, {}, matches);
  std::sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) { return a.path < b.path; });
  matches.erase(std::unique(matches.begin(), matches.end(),
                            [](const Match& a, const Match& b) { return a.path == b.path; }),
                matches.end());
  return matches;
}

bool ProjectFiles::LeavesProject(const std::string& path) {
  if (path.empty()) {
    return false;
  }
  const Result<std::string> real = reader_.RealPath(location_.prefix + path);
  return !real || !source::IsRealPathBeneath(*real, RealRoot());
}

std::string ProjectFiles::FindSimilarPath(const std::string& path) {
  std::string directory;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string name = path.substr(begin, end - begin);
    if (KindOf(Below(directory, name)) != PathKind::kMissing) {
      directory = Below(directory, name);
      begin = end + 1;
      continue;
    }
    const std::vector<std::string>& there = ListDirectory(directory);
    const std::string nearest(Nearest(name, std::vector<std::string_view>(there.begin(), there.end())));
    const std::string near = Below(directory, nearest) + path.substr(end);
    return nearest.empty() || KindOf(near) == PathKind::kMissing ? std::string() : near;
  }
  return {};
}

}  // namespace kval::project
