#include "src/lang/kcl/builtins/project_file.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "src/source/file_reader.h"
#include "src/support/path_text.h"

namespace kval::kcl::builtins {
namespace {

constexpr int kMaxGlobDepth = 64;

// Whether c is in the set that begins at pattern[*at], a `[`; moves *at behind its `]`. Empty when there is
// no `]`.
std::optional<bool> MatchesSet(char c, std::string_view pattern, size_t* at) {
  size_t i = *at + 1;
  bool is_negated = i < pattern.size() && pattern[i] == '!';
  i += is_negated ? 1 : 0;
  size_t end = pattern.find(']', i + 1);
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  bool is_in = false;
  while (i < end) {
    if (i + 2 < end && pattern[i + 1] == '-') {
      is_in = is_in || (c >= pattern[i] && c <= pattern[i + 2]);
      i += 3;
    } else {
      is_in = is_in || c == pattern[i];
      ++i;
    }
  }
  *at = end + 1;
  return is_in != is_negated;
}

bool HasWildcard(std::string_view component) {
  return component.find_first_of("*?[") != std::string_view::npos;
}

// Walks no directory outside of `root`, and none twice with the same rest of the pattern: links may lead in
// circles.
class Globber {
 public:
  Globber(source::FileReader& files, std::string root) : files_(files), root_(std::move(root)) {}

  void Walk(const std::string& directory, std::string_view pattern, int depth) {
    const Result<std::string> real = files_.RealPath(directory);
    const bool is_outside = !root_.empty() && !source::IsBelow(files_, directory, root_);
    if (depth > kMaxGlobDepth || !real.ok() || is_outside || !walked_.emplace(*real, pattern).second) {
      return;
    }
    size_t slash = pattern.find('/');
    std::string_view component = pattern.substr(0, slash);
    std::string_view rest = slash == std::string_view::npos ? std::string_view() : pattern.substr(slash + 1);
    bool is_last = slash == std::string_view::npos;
    if (component == "**") {
      WalkAll(directory, pattern, rest, is_last, depth);
    } else if (!HasWildcard(component)) {
      Visit(Join(directory, component), rest, is_last, depth);
    } else {
      for (const std::string& name : Names(directory)) {
        if (MatchesComponent(name, component)) {
          Visit(Join(directory, name), rest, is_last, depth);
        }
      }
    }
  }

  // How many names were looked at.
  size_t looked() const { return looked_; }

  std::vector<std::string> Take() {
    std::sort(paths_.begin(), paths_.end());
    paths_.erase(std::unique(paths_.begin(), paths_.end()), paths_.end());
    return std::move(paths_);
  }

 private:
  static std::string Join(const std::string& directory, std::string_view name) {
    if (name.empty() || name == ".") {
      return directory;
    }
    return directory.ends_with('/') ? directory + std::string(name) : directory + "/" + std::string(name);
  }

  std::vector<std::string> Names(const std::string& directory) {
    Result<std::vector<std::string>> names = files_.List(directory);
    looked_ += names ? names->size() : 0;
    return names ? *names : std::vector<std::string>();
  }

  // `**`: no directory, or any number of them.
  void WalkAll(const std::string& directory, std::string_view pattern, std::string_view rest, bool is_last,
               int depth) {
    if (!is_last) {
      Walk(directory, rest, depth + 1);
    }
    for (const std::string& name : Names(directory)) {
      std::string path = Join(directory, name);
      if (files_.KindOf(path) == source::PathKind::kDirectory) {
        if (is_last) {
          paths_.push_back(path);
        }
        Walk(path, pattern, depth + 1);
      }
    }
  }

  void Visit(const std::string& path, std::string_view rest, bool is_last, int depth) {
    source::PathKind kind = files_.KindOf(path);
    ++looked_;
    if (is_last && kind != source::PathKind::kMissing) {
      paths_.push_back(path);
    } else if (!is_last && kind == source::PathKind::kDirectory) {
      Walk(path, rest, depth + 1);
    }
  }

  source::FileReader& files_;
  std::string root_;                                      // empty: anywhere
  std::set<std::pair<std::string, std::string>> walked_;  // by real path and pattern
  std::vector<std::string> paths_;
  size_t looked_ = 1;
};

std::string RootOf(runtime::Runtime& runtime) {
  std::string root(runtime.module_root().empty() ? runtime.working_directory() : runtime.module_root());
  return root.empty() ? "." : root;
}

// What does not exist has no real path: the nearest directory that does decides.
bool LiesBelow(source::FileReader& files, const std::string& path, const std::string& root) {
  std::string validated = path;
  while (files.KindOf(validated) == source::PathKind::kMissing && validated != "." && validated != "/") {
    validated = std::string(GetDirectory(validated));
  }
  const bool climbs = validated != path && ("/" + path + "/").find("/../") != std::string::npos;
  return !climbs && source::IsBelow(files, validated, root);
}

}  // namespace

bool MatchesComponent(std::string_view name, std::string_view pattern) {
  size_t at = 0;
  size_t p = 0;
  size_t star = std::string_view::npos;
  size_t star_at = 0;
  while (at < name.size()) {
    bool matches = false;
    size_t next = p + 1;
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_at = at;
      continue;
    }
    if (p < pattern.size() && pattern[p] == '[') {
      next = p;
      matches = MatchesSet(name[at], pattern, &next).value_or(false);
    } else if (p < pattern.size()) {
      matches = pattern[p] == '?' || pattern[p] == name[at];
    }
    if (matches) {
      ++at;
      p = next;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      at = ++star_at;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') {
    ++p;
  }
  return p == pattern.size();
}

std::string ResolvePath(runtime::Runtime& runtime, std::string_view path) {
  if (path.starts_with('/')) {
    return std::string(path);
  }
  while (path.starts_with("./")) {
    path.remove_prefix(2);
  }
  std::string root = RootOf(runtime);
  if (root == "." || path.empty()) {
    return path.empty() ? root : std::string(path);
  }
  return root + (root.ends_with('/') ? "" : "/") + std::string(path);
}

Result<std::string> ReadablePath(runtime::Runtime& runtime, std::string_view path) {
  std::string resolved = ResolvePath(runtime, path);
  if (!runtime.effects_allowed() && !LiesBelow(runtime.files(), resolved, RootOf(runtime))) {
    return Failure{"it is outside of the project"};
  }
  return resolved;
}

Result<std::string> WritablePath(runtime::Runtime& runtime, std::string_view path) {
  std::string resolved = ResolvePath(runtime, path);
  const std::string root(runtime.writable_root().empty() ? RootOf(runtime)
                                                         : std::string(runtime.writable_root()));
  if (!LiesBelow(runtime.files(), resolved, root)) {
    return Failure{"it is outside of " + root + "; `--allow-effects=DIR` allows to write below DIR"};
  }
  return resolved;
}

Result<std::string> ReadProjectFile(runtime::Runtime& runtime, std::string_view path) {
  Result<std::string> readable = ReadablePath(runtime, path);
  if (!readable) {
    return readable;
  }
  if (runtime.files().KindOf(*readable) == source::PathKind::kMissing) {
    return Failure{"No such file or directory (os error 2)"};
  }
  return runtime.effects_allowed() ? runtime.files().Read(*readable)
                                   : runtime.files().ReadBelow(RootOf(runtime), *readable);
}

Result<std::vector<std::string>> Glob(runtime::Runtime& runtime, std::string_view pattern) {
  size_t open = pattern.find('[');
  if (open != std::string_view::npos && pattern.find(']', open) == std::string_view::npos) {
    return Failure{"invalid range pattern"};
  }
  std::string resolved = ResolvePath(runtime, pattern);
  std::string root = RootOf(runtime);
  // Everything before the first wildcard is a plain path.
  size_t wildcard = resolved.find_first_of("*?[");
  size_t slash = resolved.rfind('/', wildcard);
  std::string start = slash == std::string::npos ? root : slash == 0 ? "/" : resolved.substr(0, slash);
  Result<std::string> readable = ReadablePath(runtime, start);
  if (!readable) {
    return readable.failure();
  }
  Globber globber(runtime.files(), runtime.effects_allowed() ? std::string() : root);
  globber.Walk(start, slash == std::string::npos ? resolved : resolved.substr(slash + 1), 0);
  // Steps of one file system access, which takes about that much longer than a step.
  constexpr size_t kStepsOfName = 50;
  if (!runtime.Charge(globber.looked() * kStepsOfName)) {
    return Failure{"too many names"};
  }
  std::vector<std::string> paths;
  for (std::string& path : globber.Take()) {
    if (ReadablePath(runtime, path)) {
      paths.push_back(std::move(path));
    }
  }
  return paths;
}

}  // namespace kval::kcl::builtins
