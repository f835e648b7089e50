#include "src/project/coverage.h"

#include <algorithm>
#include <initializer_list>
#include <set>

#include "src/project/chart_files.h"
#include "src/support/glob.h"

namespace kval::project {
namespace {

// The paths that checks name: files, and directories with all that is in them.
class Named {
 public:
  explicit Named(const std::vector<Check>& checks) {
    for (const Check& check : checks) {
      if (!check.chart.empty()) {
        charts_.insert(check.chart == "." ? std::string() : check.chart + "/");
      }
      paths_.insert(check.schema.begin(), check.schema.end());
      paths_.insert(check.values.begin(), check.values.end());
      paths_.insert(check.file);
    }
  }

  bool Has(const std::string& file) const {
    if (paths_.count(file) != 0 || IsInChart(file, "")) {
      return true;
    }
    for (size_t slash = file.find('/'); slash != std::string::npos; slash = file.find('/', slash + 1)) {
      if (paths_.count(file.substr(0, slash)) != 0 || IsInChart(file, file.substr(0, slash + 1))) {
        return true;
      }
    }
    return false;
  }

 private:
  bool IsInChart(const std::string& file, const std::string& directory) const {
    return charts_.count(directory) != 0 && IsPartOfChart(std::string_view(file).substr(directory.size()));
  }

  std::set<std::string> charts_;
  std::set<std::string> paths_;
};

// `.github/a.yaml`, `a/.cache/b.yaml`.
bool IsInHiddenDirectory(const std::string& path) {
  return path.find("/.") < path.rfind('/') || (path.starts_with(".") && path.find('/') != std::string::npos);
}

std::vector<std::string> Uncovered(std::initializer_list<const char*> patterns,
                                   const std::vector<Check>& checks, ProjectFiles& tree) {
  const Named named(checks);
  std::vector<std::string> uncovered;
  for (const char* pattern : patterns) {
    const Result<std::vector<Glob>> globs = Glob::Parse(pattern);
    for (ProjectFiles::Match& match : tree.Find(globs->front())) {
      if (!named.Has(match.path) && !IsInHiddenDirectory(match.path)) {
        uncovered.push_back(std::move(match.path));
      }
    }
  }
  std::sort(uncovered.begin(), uncovered.end());
  return uncovered;
}

}  // namespace

std::vector<std::string> UncoveredFiles(const std::vector<Check>& checks, ProjectFiles& tree) {
  return Uncovered({"**/*.yaml", "**/*.yml"}, checks, tree);
}

std::vector<std::string> UncoveredSchemas(const std::vector<Check>& checks, ProjectFiles& tree) {
  return Uncovered({"**/*.schema.json"}, checks, tree);
}

}  // namespace kval::project
