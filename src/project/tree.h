#pragma once

#include <map>
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

// The files of a project for its patterns: below its directory, without the project file, excluded files and
// version control directories, not through links to directories. Lists each directory once, on demand.
// Threads: one.
class Tree {
 public:
  Tree(source::FileReader& reader, const Location& location, std::vector<Glob> excluded);

  struct Match {
    std::string path;  // as the project calls it
    Glob::Bindings bindings;
  };

  // Returns the matches of a pattern, sorted by path. A pattern without wildcards matches its path, including
  // directories and excluded files.
  std::vector<Match> Find(const Glob& glob);
  // How many names all patterns together may be compared with; then nothing is found any more.
  static constexpr size_t kMostSteps = 50'000'000;
  bool has_given_up() const { return steps_ > kMostSteps; }

  // The path that the writer of one that is not there most likely meant, or nothing.
  std::string NearTo(const std::string& path);

  // Whether links lead the path out of the project.
  bool LeadsOut(const std::string& path);

  source::PathKind KindOf(const std::string& path);
  // Whether an exclude pattern matches the path or one of its directories.
  bool IsExcluded(std::string_view path) const;

 private:
  const std::vector<std::string>& NamesIn(const std::string& folder);
  const std::string& RealRoot();
  bool IsLink(const std::string& folder);
  bool IsNew(size_t part, const std::string& folder, const Glob::Bindings& bindings);
  void FindFrom(const Glob& glob, size_t part, const std::string& folder, const Glob::Bindings& bindings,
                std::vector<Match>& matches);

  source::FileReader& reader_;
  const Location& location_;
  GlobIndex excluded_;
  bool has_excluded_;
  TextMap<std::string, source::PathKind> kinds_;
  TextMap<std::string, std::vector<std::string>> names_;
  std::string real_root_;
  TextMap<std::string, bool> links_;  // directories
  size_t steps_ = 0;
  // Where the pattern in work was tried; empty for one that comes to each place on one way only.
  std::optional<TextSet<std::string>> tried_;
};

}  // namespace kval::project
