#include "src/project/tree.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/project/repository.h"
#include "src/support/edit_distance.h"

namespace kval::project {
namespace {

using source::PathKind;

// Deeper directories are not part of a project.
constexpr size_t kDeepest = 100;

std::string Below(const std::string& folder, std::string_view name) {
  return folder.empty() ? std::string(name) : folder + "/" + std::string(name);
}

size_t DepthOf(std::string_view folder) {
  return static_cast<size_t>(std::count(folder.begin(), folder.end(), '/'));
}

}  // namespace

Tree::Tree(source::FileReader& reader, const Location& location, std::vector<Glob> excluded)
    : reader_(reader), location_(location), has_excluded_(!excluded.empty()) {
  for (Glob& glob : excluded) {
    excluded_.Add(std::move(glob), 0);
  }
}

PathKind Tree::KindOf(const std::string& path) {
  const auto known = kinds_.find(path);
  if (known != kinds_.end()) {
    return known->second;
  }
  const PathKind kind = reader_.KindOf(path.empty() ? location_.root() : location_.prefix + path);
  kinds_.emplace(path, kind);
  return kind;
}

bool Tree::IsExcluded(std::string_view path) const {
  if (!has_excluded_) {
    return false;
  }
  for (size_t end = path.find('/'); end != std::string_view::npos; end = path.find('/', end + 1)) {
    if (excluded_.MatchesAny(path.substr(0, end))) {
      return true;
    }
  }
  return excluded_.MatchesAny(path);
}

const std::vector<std::string>& Tree::NamesIn(const std::string& folder) {
  const auto known = names_.find(folder);
  if (known != names_.end()) {
    return known->second;
  }
  Result<std::vector<std::string>> names =
      reader_.List(folder.empty() ? location_.root() : location_.prefix + folder);
  return names_.emplace(folder, names ? *std::move(names) : std::vector<std::string>()).first->second;
}

const std::string& Tree::RealRoot() {
  if (real_root_.empty()) {
    Result<std::string> root = reader_.RealPath(location_.root());
    real_root_ = root ? *root : "/";
  }
  return real_root_;
}

bool Tree::IsLink(const std::string& folder) {
  if (const auto known = links_.find(folder); known != links_.end()) {
    return known->second;
  }
  const std::string& root = RealRoot();
  const Result<std::string> real = reader_.RealPath(location_.prefix + folder);
  const bool is_link = !real || *real != (root == "/" ? "" : root) + "/" + folder;
  links_.emplace(folder, is_link);
  return is_link;
}

// Whether this component of a pattern is new for the directory with these bindings. Several `**` reach the
// same directory repeatedly.
bool Tree::IsNew(size_t part, const std::string& folder, const Glob::Bindings& bindings) {
  if (!tried_) {
    return true;
  }
  std::string place = std::to_string(part) + '/' + folder;
  for (const auto& [name, value] : bindings) {
    place.append(1, '\0').append(name).append(1, '=').append(value);
  }
  return tried_->insert(std::move(place)).second;
}

// Recursion depth is that of directories, limited by kDeepest, plus the pattern's components.
void Tree::FindFrom(const Glob& glob, size_t part, const std::string& folder, const Glob::Bindings& bindings,
                    std::vector<Match>& matches) {
  if (part == glob.parts().size() || DepthOf(folder) > kDeepest || !IsNew(part, folder, bindings)) {
    return;
  }
  const Glob::Part& wanted = glob.parts()[part];
  const bool is_last = part + 1 == glob.parts().size();
  if (wanted.is_literal()) {
    const std::string path = Below(folder, wanted.literal());
    const PathKind kind = KindOf(path);
    if (is_last && kind != PathKind::kMissing && kind != PathKind::kDirectory && !IsExcluded(path)) {
      matches.push_back({path, bindings});
    } else if (!is_last && kind == PathKind::kDirectory) {
      FindFrom(glob, part + 1, path, bindings, matches);
    }
    return;
  }
  if (wanted.is_deep) {
    FindFrom(glob, part + 1, folder, bindings, matches);
  }
  // A copy, because recursion may move the table.
  const std::vector<std::string> names = NamesIn(folder);
  for (const std::string& name : names) {
    if (++steps_ > kMostSteps) {
      return;
    }
    Glob::Bindings bound = bindings;
    if (!wanted.Matches(name, bound)) {
      continue;
    }
    const std::string path = Below(folder, name);
    const bool is_folder = KindOf(path) == PathKind::kDirectory;
    if (is_folder && IsRepositoryFolder(name)) {
      continue;
    }
    if ((is_folder && is_last && !wanted.is_deep) || IsExcluded(path) ||
        location_.prefix + path == location_.file) {
      continue;
    }
    if (is_folder && !IsLink(path)) {
      FindFrom(glob, wanted.is_deep ? part : part + 1, path, bound, matches);
    } else if (!is_folder && is_last) {
      matches.push_back({path, std::move(bound)});
    }
  }
}

std::vector<Tree::Match> Tree::Find(const Glob& glob) {
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

bool Tree::LeadsOut(const std::string& path) {
  if (path.empty()) {
    return false;
  }
  const Result<std::string> real = reader_.RealPath(location_.prefix + path);
  return !real || !source::IsRealPathBelow(*real, RealRoot());
}

std::string Tree::NearTo(const std::string& path) {
  std::string folder;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string name = path.substr(begin, end - begin);
    if (KindOf(Below(folder, name)) != PathKind::kMissing) {
      folder = Below(folder, name);
      begin = end + 1;
      continue;
    }
    const std::vector<std::string>& there = NamesIn(folder);
    const std::string nearest(Nearest(name, std::vector<std::string_view>(there.begin(), there.end())));
    const std::string near = Below(folder, nearest) + path.substr(end);
    return nearest.empty() || KindOf(near) == PathKind::kMissing ? std::string() : near;
  }
  return {};
}

}  // namespace kval::project
