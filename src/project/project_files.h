#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/project/find.h"
#include "src/source/file_reader.h"
#include "src/support/glob.h"
#include "src/support/glob_index.h"
#include "src/support/keyed_hash.h"

namespace kval::project {

// The paths that patterns match, and everything below the directories that they match.
class ExcludedPaths {
 public:
  explicit ExcludedPaths(std::vector<Glob> patterns);

  bool Contain(std::string_view path) const;

 private:
  GlobIndex patterns_;
  bool is_empty_;
};

// The files of a project for its patterns: below its directory, without the project file, excluded files,
// vendored schemas and version control directories, not through links to directories. Lists each directory
// once, on demand. Threads: one.
class ProjectFiles {
 public:
  ProjectFiles(source::FileReader& reader, const ProjectLocation& location, std::vector<Glob> excluded);

  struct Match {
    std::string path;  // as the project calls it
    Glob::Bindings bindings;
  };

  // Returns the matches of a pattern, sorted by path. A pattern without wildcards matches its path, including
  // directories and excluded files.
  std::vector<Match> Find(const Glob& glob);
  // The limit on comparisons of names with all patterns; afterwards patterns match nothing.
  static constexpr size_t kMaxSteps = 50'000'000;
  bool is_exhausted() const { return steps_ > kMaxSteps; }

  // Returns the existing path most similar to a missing one; empty if none is similar.
  std::string FindSimilarPath(const std::string& path);

  // Returns whether a link in the path leads out of the project.
  bool LeavesProject(const std::string& path);

  source::PathKind KindOf(const std::string& path);
  // Whether an exclude pattern matches the path or one of its directories.
  bool IsExcluded(std::string_view path) const { return excluded_.Contain(path); }

 private:
  const std::vector<std::string>& ListDirectory(const std::string& directory);
  const std::string& RealRoot();
  bool IsLink(const std::string& directory);
  bool HasDependencies(const std::string& path, const std::string& name);
  bool IsNew(size_t part, const std::string& directory, const Glob::Bindings& bindings);
  void FindFrom(const Glob& glob, size_t part, const std::string& directory, const Glob::Bindings& bindings,
                std::vector<Match>& matches);

  source::FileReader& reader_;
  const ProjectLocation& location_;
  ExcludedPaths excluded_;
  TextMap<std::string, source::PathKind> kinds_;
  TextMap<std::string, std::vector<std::string>> names_;
  std::string real_root_;
  TextMap<std::string, bool> links_;  // directories
  size_t steps_ = 0;
  // Locations already tried for the current pattern; empty if the pattern reaches each location in only one
  // way.
  std::optional<TextSet<std::string>> tried_;
};

}  // namespace kval::project
