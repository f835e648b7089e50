#include "src/project/plan.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "src/driver/inputs/input_file_reader.h"
#include "src/project/bindings.h"
#include "src/project/find.h"

namespace kval::project {
namespace {

using diag::Def;
using diag::Kind;

constexpr Def<std::string_view, std::string_view> kBadPattern{Kind::kBadProject, "`{}` cannot be used: {}"};
constexpr Def<std::string_view> kLeavesProject{Kind::kBadProject, "`{}` leads out of the project"};
constexpr Def<std::string_view> kNoSchemaNamed{Kind::kBadProject, "{} names no schema"};
constexpr Def<std::string_view> kChartAndSchema{
    Kind::kBadProject, "{} has both a chart and a schema: a chart uses its own schemas"};
constexpr Def<std::string_view, std::string_view> kChartProfile{
    Kind::kBadProject, "{} names a chart, whose values are read with the profile helm, not {}"};
constexpr Def<std::string_view> kNoFilesNamed{Kind::kBadProject, "{} names no files"};
constexpr Def<std::string_view> kSameName{Kind::kBadProject, "two sets are called `{}`"};
constexpr Def<std::string_view, size_t> kTooMany{Kind::kBadProject, "{} expands to more than {} checks"};
constexpr Def<std::string_view> kNamesNothing{Kind::kUnmatchedPath, "`{}` names nothing"};
constexpr Def<std::string_view, std::string_view> kNothingFor{Kind::kUnmatchedPath,
                                                              "`{}` names nothing for {}"};

constexpr Def<size_t> kTooManySteps{Kind::kLimitSteps,
                                    "the patterns are compared with more than {} names of files"};
constexpr Def<uint64_t> kTooManyInAll{Kind::kLimitSize, "the project expands to more than {} checks"};
constexpr size_t kMostChecks = 10'000;

std::string LabelOf(const Bindings& bindings) {
  std::string label;
  for (const auto& [name, value] : bindings) {
    label += (label.empty() ? "" : ", ") + name + "=" + value;
  }
  return label;
}

// A string of the project file with its matches.
struct Found {
  const LocatedString* text;
  std::vector<ProjectFiles::Match> matches;
  bool has_names = false;
  BindingIndex index = {};  // of the matches, which stay where they are
};

class Planner {
 public:
  Planner(const Declaration& declaration, ProjectFiles& tree, diag::Emitter& emit, uint64_t most)
      : declaration_(declaration), tree_(tree), emit_(emit), most_(most) {}

  std::vector<Check> Run() {
    std::map<std::string_view, const CheckDeclaration*> by_name;
    for (const CheckDeclaration& group : declaration_.groups) {
      if (is_full_) {
        break;
      }
      if (!group.name.text.empty() && !by_name.emplace(group.name.text, &group).second) {
        emit_.Report(group.name.at, kSameName, group.name.text)
            .Related(by_name[group.name.text]->name.at, "the other one")
            .Emit();
        continue;
      }
      const size_t before = emit_.error_count();
      const std::vector<Found> schema = FindAll(group.schema);
      const auto is_schema = [paths = PathsOf(schema)](const std::string& path) {
        return paths.count(path) != 0;
      };
      const std::vector<Found> values = FindAll(group.values, {}, is_schema);
      const ExcludedPaths excluded(ReadGlobs(group.exclude, emit_));
      const std::vector<Found> files =
          FindAll(group.files, {}, [&](const std::string& path) { return excluded.Contain(path); });
      Require(group, emit_.error_count() == before);
      if (group.is_kubernetes) {
        PlanManifests(group, files);
      } else if (group.is_documents) {
        PlanEach(group, schema, values, files);
      } else {
        PlanSet(group, schema, values, ChartOf(group));
      }
    }
    if (is_full_) {
      checks_.clear();
    }
    ShareDefinitions();
    FindPartialValues();
    return std::move(checks_);
  }

 private:
  static std::string NameOf(const CheckDeclaration& group) {
    if (!group.name.text.empty()) {
      return group.name.text;
    }
    if (group.is_kubernetes) {
      return "kubernetes";
    }
    return group.schema.empty() ? group.chart.text : group.schema.front().text;
  }

  static std::string Called(const CheckDeclaration& group) {
    const std::string name = NameOf(group);
    return (group.is_documents || group.is_kubernetes ? "the group" : "the set") +
           (name.empty() ? std::string() : " `" + name + "`");
  }

  void Require(const CheckDeclaration& group, bool is_found) {
    const LocatedString& chart = group.chart;
    if (group.is_kubernetes) {
      if (group.files.empty()) {
        emit_.Report(group.at, kNoFilesNamed, Called(group)).Hint("name them with `files:`").Emit();
      }
      for (const PolicyDeclaration& policy : group.policies) {
        if (policy.schema.text.empty()) {
          emit_.Report(policy.at, kNoSchemaNamed, "a policy of " + Called(group))
              .Hint("name its file with `schema:`")
              .Emit();
        }
      }
      return;
    }
    if (group.schema.empty() && chart.text.empty()) {
      emit_.Report(group.at, kNoSchemaNamed, Called(group)).Hint("name its files with `schema:`").Emit();
    } else if (!group.schema.empty() && !chart.text.empty()) {
      emit_.Report(chart.at, kChartAndSchema, Called(group)).Emit();
    } else if (!chart.text.empty() && !group.profile.text.empty() && group.profile.text != "helm") {
      emit_.Report(group.profile.at, kChartProfile, Called(group), group.profile.text).Emit();
    }
    if (group.is_documents && group.files.empty() && is_found) {
      emit_.Report(group.at, kNoFilesNamed, Called(group)).Hint("name them with `files:`").Emit();
    }
  }

  // Patterns match files: a pattern for chart directories matches their Chart.yaml.
  std::vector<Found> ChartOf(const CheckDeclaration& group) {
    const std::string& text = group.chart.text;
    const bool is_pattern = text.find_first_of("*?[{") != std::string::npos;
    const bool names_file = text.ends_with("Chart.yaml") || text.ends_with(".tgz");
    return text.empty() ? std::vector<Found>()
                        : FindAll({group.chart}, is_pattern && !names_file ? "/Chart.yaml" : "");
  }

  static std::set<std::string> PathsOf(const std::vector<Found>& all) {
    std::set<std::string> paths;
    for (const Found& found : all) {
      for (const ProjectFiles::Match& match : found.matches) {
        paths.insert(match.path);
      }
    }
    return paths;
  }

  // `is_excluded`: of files that no pattern finds, as a set's schema is none of its values.
  std::vector<Found> FindAll(
      const std::vector<LocatedString>& strings, const std::string& below = {},
      const std::function<bool(const std::string& path)>& is_excluded = [](const std::string&) {
        return false;
      }) {
    std::vector<Found> all;
    for (const LocatedString& text : strings) {
      Found found{&text, {}, false};
      if (driver::IsSchemaName(text.text)) {
        found.matches.push_back({text.text, {}});
        found.index.Add(found.matches.back().bindings);
        all.push_back(std::move(found));
        continue;
      }
      const size_t before = emit_.error_count();
      for (const Glob& glob : ReadGlobs({{text.text + below, text.at}}, emit_)) {
        found.has_names = found.has_names || !glob.names().empty();
        std::vector<ProjectFiles::Match> matches = tree_.Find(glob);
        if (tree_.is_exhausted()) {
          if (!std::exchange(is_full_, true)) {
            emit_.Report(text.at, kTooManySteps, ProjectFiles::kMaxSteps)
                .Label("stopped here")
                .Hint("start patterns with a directory, not with `**`")
                .Emit();
          }
          break;
        }
        if (glob.is_literal() && !matches.empty() && tree_.LeavesProject(matches.front().path)) {
          emit_.Report(text.at, kLeavesProject, text.text).Label("it is a link to a path outside").Emit();
          continue;
        }
        if (!glob.is_literal()) {
          std::erase_if(matches, [&](const ProjectFiles::Match& match) { return is_excluded(match.path); });
        }
        std::move(matches.begin(), matches.end(), std::back_inserter(found.matches));
      }
      if (found.matches.empty() && emit_.error_count() == before) {
        auto report = emit_.Report(text.at, kNamesNothing, text.text);
        if (const std::string near = tree_.FindSimilarPath(Normalized(text.text).value_or(""));
            !near.empty()) {
          report.Hint("did you mean `" + near + "`?");
        }
        report.Emit();
      }
      for (const ProjectFiles::Match& match : found.matches) {
        found.index.Add(match.bindings);
      }
      all.push_back(std::move(found));
    }
    return all;
  }

  // False when there are too many, which is reported.
  bool Combine(const CheckDeclaration& group, const std::vector<const Found*>& all,
               std::vector<Bindings>& combined) {
    std::vector<std::vector<const Bindings*>> named;
    for (const Found* found : all) {
      if (found->has_names) {
        named.emplace_back();
        for (const ProjectFiles::Match& match : found->matches) {
          named.back().push_back(&match.bindings);
        }
      }
    }
    std::optional<std::vector<Bindings>> combinations = Combinations(named, kMostChecks);
    if (!combinations) {
      emit_.Report(group.at, kTooMany, Called(group), kMostChecks).Emit();
      return false;
    }
    combined = *std::move(combinations);
    return true;
  }

  static std::vector<std::string> PathsOf(const Found& found, const Bindings& bindings) {
    std::vector<std::string> paths;
    for (const size_t match : found.index.FindSubsets(bindings)) {
      paths.push_back(found.matches[match].path);
    }
    return paths;
  }

  // Adds the schema of a combination; false when it has none, which is reported.
  bool AddSchema(const std::vector<Found>& schema, const Bindings& bindings, Check& check) {
    for (const Found& found : schema) {
      const std::vector<std::string> paths = PathsOf(found, bindings);
      if (paths.empty() && !found.matches.empty()) {
        emit_.Report(found.text->at, kNothingFor, found.text->text, LabelOf(bindings)).Emit();
      }
      if (paths.empty()) {
        return false;
      }
      check.schema.insert(check.schema.end(), paths.begin(), paths.end());
    }
    return !check.schema.empty();
  }

  static bool HasEmpty(const std::vector<Found>& all) {
    return std::any_of(all.begin(), all.end(), [](const Found& found) { return found.matches.empty(); });
  }

  // A chart may be named by its Chart.yaml, which patterns find.
  static std::string DirectoryOfChart(const std::string& path) {
    if (path.empty() || path == "Chart.yaml") {
      return ".";
    }
    constexpr std::string_view kFile = "/Chart.yaml";
    return path.ends_with(kFile) ? path.substr(0, path.size() - kFile.size()) : path;
  }

  void PlanSet(const CheckDeclaration& group, const std::vector<Found>& schema,
               const std::vector<Found>& values, const std::vector<Found>& chart) {
    std::vector<const Found*> all;
    for (const std::vector<Found>* part : {&chart, &schema, &values}) {
      for (const Found& found : *part) {
        all.push_back(&found);
      }
    }
    std::vector<Bindings> combined;
    // An incomplete set is reported and not checked partially.
    if (HasEmpty(schema) || HasEmpty(values) || HasEmpty(chart) || !Combine(group, all, combined)) {
      return;
    }
    for (const Bindings& bindings : combined) {
      Check check{&group, NameOf(group), LabelOf(bindings), {}, {}, {}};
      const std::vector<std::string> charts =
          chart.empty() ? std::vector<std::string>() : PathsOf(chart[0], bindings);
      if (!charts.empty()) {
        check.chart = DirectoryOfChart(charts[0]);
      } else if (!AddSchema(schema, bindings, check)) {
        continue;
      }
      for (const Found& found : values) {
        const std::vector<std::string> paths = PathsOf(found, bindings);
        check.values.insert(check.values.end(), paths.begin(), paths.end());
      }
      if (!Add(group, std::move(check))) {
        return;
      }
    }
  }

  // A group is validated as a whole: definitions among the files apply to all.
  void PlanManifests(const CheckDeclaration& group, const std::vector<Found>& files) {
    Check check{&group, NameOf(group), {}, {}, {}, {}};
    for (const Found& found : FindAll(group.crds)) {
      for (const ProjectFiles::Match& match : found.matches) {
        check.schema.push_back(match.path);
      }
    }
    check.definitions = check.schema.size();
    for (const PolicyDeclaration& policy : group.policies) {
      const std::vector<Found> found =
          policy.schema.text.empty() ? std::vector<Found>() : FindAll({policy.schema});
      if (found.empty() || found[0].matches.empty()) {
        return;
      }
      check.schema.push_back(found[0].matches[0].path);
    }
    std::set<std::string> taken;
    for (const Found& found : files) {
      for (const ProjectFiles::Match& match : found.matches) {
        if (taken.insert(match.path).second) {
          check.values.push_back(match.path);
        }
      }
    }
    if (!check.values.empty()) {
      Add(group, std::move(check));
    }
  }

  // The resources that charts and templates make are validated by the definitions of the project's manifests.
  void ShareDefinitions() {
    std::vector<std::string> definitions;
    for (const Check& check : checks_) {
      definitions.insert(definitions.end(), check.schema.begin(),
                         check.schema.begin() + static_cast<ptrdiff_t>(check.definitions));
    }
    for (Check& check : checks_) {
      if (!check.group->is_kubernetes && check.file.empty()) {
        check.chart_definitions = definitions;
      }
    }
  }

  // Required keys may be missing from the defaults of a chart that other checks add values to.
  void FindPartialValues() {
    std::set<std::string> with_values;
    for (const Check& check : checks_) {
      if (!check.chart.empty() && !check.values.empty()) {
        with_values.insert(check.chart);
      }
    }
    for (Check& check : checks_) {
      check.has_partial_values = check.values.empty() && with_values.count(check.chart) != 0;
    }
  }

  // False when there are too many, which is reported.
  bool Add(const CheckDeclaration& group, Check check) {
    if (checks_.size() >= most_) {
      emit_.Report(group.at, kTooManyInAll, most_).Hint("`--limit files=N` allows more").Emit();
      is_full_ = true;
      return false;
    }
    checks_.push_back(std::move(check));
    return true;
  }

  void PlanEach(const CheckDeclaration& group, const std::vector<Found>& schema,
                const std::vector<Found>& values, const std::vector<Found>& files) {
    if (HasEmpty(schema) || HasEmpty(values)) {
      return;
    }
    std::set<std::string> taken;
    for (const Found& found : files) {
      for (const ProjectFiles::Match& match : found.matches) {
        Check check{&group, NameOf(group), LabelOf(match.bindings), {}, {}, match.path};
        // `{names}` of the schema's path are those of the file's; without any, all of it belongs together.
        if (taken.count(match.path) != 0 || !AddSchema(schema, match.bindings, check)) {
          continue;
        }
        for (const Found& below : values) {
          const std::vector<std::string> paths = PathsOf(below, match.bindings);
          check.values.insert(check.values.end(), paths.begin(), paths.end());
        }
        const auto is_own = [&](const std::vector<std::string>& own) {
          return std::find(own.begin(), own.end(), match.path) != own.end();
        };
        if (!is_own(check.schema) && !is_own(check.values)) {
          taken.insert(match.path);
          if (!Add(group, std::move(check))) {
            return;
          }
        }
      }
    }
  }

  const Declaration& declaration_;
  ProjectFiles& tree_;
  diag::Emitter& emit_;
  uint64_t most_;
  bool is_full_ = false;
  std::vector<Check> checks_;
};

}  // namespace

std::string Check::Display() const {
  return file.empty() ? name + (label.empty() ? "" : " (" + label + ")") : name + ": " + file;
}

std::vector<Glob> ReadGlobs(const std::vector<LocatedString>& strings, diag::Emitter& emit) {
  std::vector<Glob> globs;
  for (const LocatedString& text : strings) {
    const std::optional<std::string> path = Normalized(text.text);
    if (!path) {
      emit.Report(text.at, kLeavesProject, text.text)
          .Hint("paths are relative to the directory of the project file and must stay below it")
          .Emit();
      continue;
    }
    Result<std::vector<Glob>> parsed = Glob::Parse(*path);
    if (!parsed) {
      emit.Report(text.at, kBadPattern, text.text, parsed.failure().message).Emit();
      continue;
    }
    std::move(parsed->begin(), parsed->end(), std::back_inserter(globs));
  }
  return globs;
}

std::vector<Check> Plan(const Declaration& declaration, ProjectFiles& tree, diag::Emitter& emit,
                        uint64_t most) {
  return Planner(declaration, tree, emit, most).Run();
}

}  // namespace kval::project
