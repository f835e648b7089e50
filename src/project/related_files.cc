#include "src/project/related_files.h"

#include <algorithm>
#include <set>

#include "src/project/affected.h"
#include "src/project/load.h"
#include "src/project/plan.h"
#include "src/project/project_files.h"

namespace kval::project {
namespace {

// Collects checks until no other one shares a file with them.
class RelatedChecks {
 public:
  explicit RelatedChecks(const std::vector<Check>& checks) : checks_(checks), is_taken_(checks.size()) {}

  void TakeFrom(const std::string& path) {
    paths_.push_back(path);
    while (!paths_.empty()) {
      const std::string next = paths_.back();
      paths_.pop_back();
      for (size_t i = 0; i < checks_.size(); ++i) {
        if (!is_taken_[i] && !checks_[i].group->is_kubernetes && Includes(checks_[i], next)) {
          is_taken_[i] = true;
          AddPaths(checks_[i]);
        }
      }
    }
  }

  template <typename Use>
  void ForEach(const Use& use) const {
    for (size_t i = 0; i < checks_.size(); ++i) {
      if (is_taken_[i]) {
        use(checks_[i]);
      }
    }
  }

 private:
  static bool Includes(const Check& check, const std::string& path) {
    const auto is_place = [&path](const std::string& place) { return IsWithin(path, place); };
    const bool is_of_chart = !check.chart.empty() && (check.chart == "." || IsWithin(path, check.chart));
    return check.file == path || is_of_chart ||
           std::any_of(check.schema.begin(), check.schema.end(), is_place) ||
           std::any_of(check.values.begin(), check.values.end(), is_place);
  }

  void AddPaths(const Check& check) {
    const auto add = [this](const std::string& path) {
      if (seen_.insert(path).second) {
        paths_.push_back(path);
      }
    };
    std::for_each(check.schema.begin(), check.schema.end(), add);
    std::for_each(check.values.begin(), check.values.end(), add);
    if (!check.file.empty()) {
      add(check.file);
    }
  }

  const std::vector<Check>& checks_;
  std::vector<bool> is_taken_;
  std::vector<std::string> paths_;  // whose checks are not collected
  std::set<std::string> seen_;
};

// Collects paths, each once; a directory as the files in it.
class PathList {
 public:
  PathList(const ProjectLocation& location, source::FileReader& reader)
      : location_(location), reader_(reader) {}

  void Add(const std::string& path, std::vector<std::string>& paths) {
    if (path.empty() || !seen_.insert(path).second) {
      return;
    }
    const std::string from_here = location_.FromHere(path);
    if (reader_.KindOf(from_here) != source::PathKind::kDirectory) {
      paths.push_back(from_here);
      return;
    }
    for (const std::string& file : reader_.Walk(from_here).files) {
      paths.push_back(from_here + "/" + file);
    }
  }

 private:
  const ProjectLocation& location_;
  source::FileReader& reader_;
  std::set<std::string> seen_;
};

}  // namespace

std::optional<RelatedFiles> FindRelatedFiles(const std::string& path, const ProjectLocation& location,
                                             source::FileReader& reader, driver::Session& session) {
  const std::optional<Loaded> loaded = Load(location, reader, session);
  if (!loaded) {
    return std::nullopt;
  }
  ProjectFiles tree(reader, location, ReadGlobs(loaded->declaration.exclude, session.emit));
  const std::vector<Check> checks = Plan(loaded->declaration, tree, session.emit, session.limits.files);
  RelatedChecks related(checks);
  related.TakeFrom(path);
  RelatedFiles files;
  PathList list(location, reader);
  std::set<std::vector<std::string>> schemas;
  std::set<const CheckDeclaration*> groups;
  related.ForEach([&](const Check& check) {
    schemas.insert(check.schema);
    files.has_chart = files.has_chart || !check.chart.empty();
    for (const std::string& schema : check.schema) {
      list.Add(schema, files.schemas);
    }
    for (const std::string& values : check.values) {
      list.Add(values, files.values);
    }
    list.Add(check.file, files.values);
    if (groups.insert(check.group).second) {
      for (const LocatedString& flag : check.group->flags) {
        files.flags.push_back(flag.text);
      }
    }
  });
  files.has_several_schemas = schemas.size() > 1;
  return schemas.empty() ? std::nullopt : std::optional(std::move(files));
}

}  // namespace kval::project
