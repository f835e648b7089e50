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

// The files of a project as its patterns see them: below its folder, without the project file itself and what
// is excluded, without the folders of version control, and not through links to folders. Looks at each folder
// once, and only where a pattern leads. One thread.
class Tree {
 public:
  Tree(source::FileReader& reader, const Location& location, std::vector<Glob> excluded);

  struct Match {
    std::string path;  // as the project calls it
    Glob::Bindings bindings;
  };

  // The files that a pattern finds, sorted by path. A pattern without wildcards finds what it names, folders
  // and excluded files too.
  std::vector<Match> Find(const Glob& glob);
  // How many names all patterns together may be compared with; then nothing is found any more.
  static constexpr size_t kMostSteps = 50'000'000;
  bool has_given_up() const { return steps_ > kMostSteps; }

  // The path that the writer of one that is not there most likely meant, or nothing.
  std::string NearTo(const std::string& path);

  // Whether links lead the path out of the project.
  bool LeadsOut(const std::string& path);

  source::PathKind KindOf(const std::string& path);
  // Whether a pattern of the project's exclude names the path or a folder that it lies in.
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
  TextMap<std::string, bool> links_;  // folders
  size_t steps_ = 0;
  // Where the pattern in work was tried; empty for one that comes to each place on one way only.
  std::optional<TextSet<std::string>> tried_;
};

}  // namespace kval::project
