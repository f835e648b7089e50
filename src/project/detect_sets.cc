#include "src/project/detect_sets.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "annotations/data/specs.h"
#include "annotations/schema/specs.h"
#include "src/driver/schema_pairing.h"
#include "src/project/detect_manifests.h"
#include "src/project/file_begin.h"
#include "src/support/glob.h"
#include "src/support/path_text.h"
#include "src/support/substitute.h"
#include "src/support/utf8.h"

namespace kval::project {
namespace {

constexpr std::array<std::string_view, 2> kYaml = {".yaml", ".yml"};
// Usual directories of environment files.
constexpr std::array<std::string_view, 6> kEnvironments = {"envs",     "env",    "environments",
                                                           "clusters", "values", "overlays"};

std::string GetDirectory(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

std::string NameOf(const std::string& path) {
  return std::string(GetFileName(path));
}

std::string Joined(const std::string& directory, std::string_view name) {
  return directory.empty() ? std::string(name) : directory + "/" + std::string(name);
}

bool IsYaml(std::string_view path) {
  return path.ends_with(".yml") || path.ends_with(".yaml");
}

// `prod` of `envs/prod.yml`.
std::string_view StemOf(std::string_view path) {
  const std::string_view name = GetFileName(path);
  return name.substr(0, name.rfind('.'));
}

class Proposer {
 public:
  Proposer(const std::vector<std::string>& files,
           const std::function<std::string(const std::string& path)>& begin_of)
      : files_(files), begin_of_(begin_of), all_(files.begin(), files.end()) {}

  std::vector<DetectedSet> Run() {
    std::vector<std::string> charts;
    for (const std::string& file : files_) {
      if (NameOf(file) == "Chart.yaml" && !IsBelowChart(GetDirectory(file), charts)) {
        charts.push_back(GetDirectory(file));
      }
    }
    for (const std::string& chart : charts) {
      AddChart(chart, charts.size() == 1);
    }
    for (const std::string& file : files_) {
      const bool is_unused = used_.count(file) == 0 && !IsBelowChart(GetDirectory(file), charts);
      if (is_unused && (IsYttSchema(file) || HasHeader(file, annotations::kDataValues)) &&
          !AddPackage(GetDirectory(file)) && IsYttSchema(file)) {
        AddSchema(file, {});
      }
    }
    for (const std::string& file : files_) {
      if (used_.count(file) == 0 && !IsBelowChart(GetDirectory(file), charts)) {
        AddJsonSchema(file);
      }
    }
    for (const std::string& file : files_) {
      if (NameOf(file) == "kcl.mod") {
        AddModule(GetDirectory(file));
      }
    }
    for (const std::string& file : files_) {
      if (used_.count(file) == 0 && IsKclSchema(file) && !Has(Joined(GetDirectory(file), "kcl.mod"))) {
        AddKclSchema(file);
      }
    }
    return std::move(sets_);
  }

 private:
  bool Has(const std::string& path) const { return all_.count(path) != 0; }

  // Subcharts belong to their chart, as do their values.
  static bool IsBelowChart(const std::string& directory, const std::vector<std::string>& charts) {
    return std::any_of(charts.begin(), charts.end(), [&](const std::string& chart) {
      return directory != chart && (chart.empty() || directory.starts_with(chart + "/"));
    });
  }

  // Whether a YAML file has an annotation of documents.
  bool HasHeader(const std::string& file, const annotations::Spec& header) const {
    return Has(file) && IsYaml(file) && HasLine(begin_of_(file), Written(header));
  }

  bool IsYttSchema(const std::string& file) const {
    return HasHeader(file, annotations::kDataValuesSchema) || HasHeader(file, annotations::kSchemaDefinition);
  }

  // An unused file that may be the values of one environment, by its name.
  bool IsEnvironment(const std::string& file) const {
    return IsYaml(file) && used_.count(file) == 0 && driver::IsEnvironmentName(StemOf(file)) &&
           MayBeValues(begin_of_(file));
  }

  // A file of ytt with code that is neither a schema nor values.
  bool IsTemplate(const std::string& file) const {
    return IsYaml(file) && (HasLine(begin_of_(file), "#@ ") || HasLine(begin_of_(file), "#@overlay/")) &&
           !IsYttSchema(file) && !HasHeader(file, annotations::kDataValues);
  }

  // A JSON Schema whose name is not the one that Helm reads.
  bool IsJsonSchemaOfValues(const std::string& file) const {
    const std::string begin = Has(file) && file.ends_with(".json") ? begin_of_(file) : std::string();
    return begin.find("\"properties\"") != std::string::npos ||
           begin.find("\"$schema\"") != std::string::npos;
  }

  // A schema of values, also of another directory, is no file of values.
  bool IsSchemaByName(const std::string& file) const {
    const std::string_view name = GetFileName(file);
    return name.starts_with("values-schema.") || name.starts_with("values.schema.") || IsYttSchema(file);
  }

  static std::string SetName(const std::string& directory) {
    return directory.empty() ? "values" : NameOf(directory);
  }

  // The files that a pattern finds, when it finds any that no set has.
  std::vector<std::string> Matching(const std::string& pattern) const {
    std::vector<std::string> matching;
    const Result<std::vector<Glob>> globs = Glob::Parse(pattern);
    const std::string begin = pattern.substr(0, pattern.find_first_of("*?[{"));
    for (auto file = std::lower_bound(files_.begin(), files_.end(), begin);
         globs && file != files_.end() && file->starts_with(begin); ++file) {
      if (used_.count(*file) == 0 && MatchesAny(*globs, *file) && !IsSchemaByName(*file)) {
        matching.push_back(*file);
      }
    }
    return matching;
  }

  // Values files of chart-testing (`ct`), recognized by name.
  static std::string OfTests(const std::string& chart) { return Joined(chart, "ci/{env}-values.yaml"); }

  // Adds the first environment pattern with matches, and the matches.
  void AddEnvironments(const std::string& directory, const std::string& name, bool is_alone, DetectedSet& set,
                       std::vector<std::string>& found) const {
    // `envs/` next to `config/`.
    constexpr std::array<std::string_view, 5> kConfigurations = {"config", "configs", "ytt", "schema",
                                                                 "schemas"};
    const bool is_next_to =
        std::find(kConfigurations.begin(), kConfigurations.end(), NameOf(directory)) != kConfigurations.end();
    std::vector<std::string> patterns;
    for (const std::string_view ending : kYaml) {
      const std::string end(ending), file = "{env}" + end, values = "{env}/values" + end;
      patterns.push_back(Joined(directory, "values-{env}" + end));
      if (set.inferred != Joined(directory, "values.schema" + end) &&
          !Has(Joined(directory, "values.schema" + end))) {
        patterns.push_back(Joined(directory, "values.{env}" + end));
      }
      for (const std::string_view environments : kEnvironments) {
        const std::string here = Joined(directory, environments), above(environments);
        patterns.push_back(Joined(here, file));
        patterns.push_back(Joined(here, values));
        patterns.push_back(Joined(Joined(above, "{env}"), name + end));
        patterns.push_back(Joined(Joined(above, "{env}"), Joined(name, "values" + end)));
        if (is_next_to) {
          patterns.push_back(Joined(Joined(GetDirectory(directory), environments), file));
        }
        if (is_alone) {
          patterns.push_back(Joined(above, file));
          patterns.push_back(Joined(above, values));
        }
      }
    }
    const std::string of_tests = OfTests(directory);
    patterns.push_back(of_tests);
    for (const std::string& pattern : patterns) {
      found = Matching(pattern);
      found.erase(std::remove_if(found.begin(), found.end(),
                                 [&](const std::string& file) {
                                   return std::find(set.values.begin(), set.values.end(), file) !=
                                          set.values.end();
                                 }),
                  found.end());
      const bool are_values =
          pattern == of_tests || std::all_of(found.begin(), found.end(), [this](const std::string& file) {
            return MayBeValues(begin_of_(file));
          });
      if (!found.empty() && are_values) {
        set.values.push_back(pattern);
        return;
      }
    }
    found.clear();
  }

  void Keep(DetectedSet set) {
    used_.insert(set.environments.begin(), set.environments.end());
    used_.insert(set.schema.begin(), set.schema.end());
    used_.insert(set.values.begin(), set.values.end());
    // Every name once: with the schema's directory, its path, or a number.
    const std::string directory = set.schema.empty() ? set.chart : GetDirectory(set.schema.front());
    const std::string name = set.name;
    for (size_t tried = 0; !names_.insert(set.name).second; ++tried) {
      set.name = tried == 0                          ? Substitute("{} in {}", name, directory)
                 : tried == 1 && !set.schema.empty() ? Substitute("{} of {}", name, set.schema.front())
                                                     : Substitute("{} {}", name, std::to_string(tried));
    }
    sets_.push_back(std::move(set));
  }

  void AddChart(const std::string& chart, bool is_alone) {
    DetectedSet set;
    set.name = SetName(chart);
    set.profile = "helm";
    set.is_library = HasLine(begin_of_(Joined(chart, "Chart.yaml")), "type: library");
    for (const std::string_view ending : kYaml) {
      if (const std::string file = Joined(chart, "values" + std::string(ending));
          set.values.empty() && Has(file)) {
        set.values.push_back(file);
      }
    }
    const bool has_values = !set.values.empty();
    for (const char* name : {"values.schema.yml", "values.schema.yaml", "values.schema.json",
                             "values-schema.yml", "values-schema.yaml", "values-schema.json", "schema.yml"}) {
      const std::string file = Joined(chart, name);
      const bool is_schema = std::string_view(name).starts_with("values.schema.") || IsYttSchema(file) ||
                             IsJsonSchemaOfValues(file);
      if (set.schema.empty() && Has(file) && is_schema) {
        set.schema.push_back(file);
      }
    }
    if (set.schema.empty() && has_values) {
      set.inferred = Joined(chart, "values.schema.yml");
      set.schema.push_back(set.inferred);
      set.samples = set.values;
      // Test values are as reliable as the chart's own.
      for (std::string& file : Matching(OfTests(chart))) {
        if (HasContent(begin_of_(file))) {
          set.samples.push_back(std::move(file));
        }
      }
    }
    if (set.schema.empty() || NameOf(set.schema.front()).starts_with("values.schema.")) {
      // The chart's own schema: validated with the values of chart and subcharts, as Helm computes them.
      set.chart = chart.empty() ? "." : chart;
      if (has_values) {
        set.chart_values = set.values.front();
        used_.insert(set.values.front());
        set.values.erase(set.values.begin());
      }
    }
    AddSetsOfChart(chart, is_alone, std::move(set));
  }

  // The chart with the values of each environment and with those of its tests. Its defaults alone are one
  // more set, unless it has tests: such a chart may need values.
  void AddSetsOfChart(const std::string& chart, bool is_alone, DetectedSet set) {
    DetectedSet of_environments = set, of_tests = set;
    AddEnvironments(chart, set.name, is_alone, of_environments, set.environments);
    const std::string tests = OfTests(chart);
    const bool has_defaults = !set.chart.empty() && !set.chart_values.empty() && Matching(tests).empty() &&
                              !set.environments.empty();
    if (!has_defaults) {
      set.values = of_environments.values;
    }
    of_environments.environments = set.environments;
    set.name += has_defaults ? " defaults" : "";
    Keep(std::move(set));
    if (has_defaults) {
      of_environments.inferred.clear();
      Keep(std::move(of_environments));
    }
    of_tests.environments = Matching(tests);
    if (!of_tests.environments.empty()) {
      of_tests.name += " tests";
      of_tests.values.push_back(tests);
      of_tests.inferred.clear();
      Keep(std::move(of_tests));
    }
  }

  // The files next to a schema with the values of one environment each: by their names, if there are several
  // or they say that they are values.
  std::vector<std::string> EnvironmentsNextTo(const std::string& schema) const {
    std::vector<std::string> found;
    bool is_certain = false;
    for (const std::string& file : files_) {
      if (GetDirectory(file) == GetDirectory(schema) && file != schema && IsEnvironment(file)) {
        is_certain = is_certain || !found.empty() || HasHeader(file, annotations::kDataValues);
        found.push_back(file);
      }
    }
    return is_certain ? found : std::vector<std::string>();
  }

  // Adds a directory with templates next to the schema or the values, of which ytt reads all files; with the
  // values of each environment in a directory next to it, if there is one. Returns false if the directory has
  // no templates, or contains values of environments, which are alternatives, or plain values.
  bool AddPackage(const std::string& directory) {
    bool has_templates = false;
    std::vector<std::string> files;
    for (auto file = std::lower_bound(files_.begin(), files_.end(), directory + "/");
         file != files_.end() && file->starts_with(directory + "/"); ++file) {
      const bool is_plain =
          IsYaml(*file) && StemOf(*file).starts_with("values") && !HasHeader(*file, annotations::kDataValues);
      if (is_plain || IsEnvironment(*file) || used_.count(*file) != 0) {
        return false;
      }
      has_templates = has_templates || (GetDirectory(*file) == directory && IsTemplate(*file));
      files.push_back(*file);
    }
    if (directory.empty() || !has_templates) {
      return false;
    }
    DetectedSet set;
    set.name = SetName(directory);
    set.schema.push_back(directory);
    set.environments = EnvironmentsOfPackage(directory, set.values);
    Keep(std::move(set));
    used_.insert(files.begin(), files.end());
    return true;
  }

  // Returns the files of a directory next to a package that contains nothing but the data values of one
  // environment in each file, and adds their pattern.
  std::vector<std::string> EnvironmentsOfPackage(const std::string& package,
                                                 std::vector<std::string>& values) const {
    const std::string above = GetDirectory(package);
    std::map<std::string, std::vector<std::string>> by_directory;
    for (const std::string& file : files_) {
      if (IsYaml(file) && GetDirectory(GetDirectory(file)) == above && !GetDirectory(file).empty()) {
        by_directory[GetDirectory(file)].push_back(file);
      }
    }
    for (const auto& [directory, files] : by_directory) {
      const std::string_view ending = std::string_view(files.front()).substr(files.front().rfind('.'));
      const bool are_environments = std::all_of(files.begin(), files.end(), [&](const std::string& file) {
        return file.ends_with(ending) && IsEnvironment(file) && HasHeader(file, annotations::kDataValues);
      });
      if (directory != package && are_environments) {
        values.push_back(directory + "/{env}" + std::string(ending));
        return files;
      }
    }
    return {};
  }

  // A schema with the values next to it.
  void AddSchema(const std::string& schema, const std::string& profile) {
    const std::string directory = GetDirectory(schema);
    DetectedSet set;
    set.name = SetName(directory);
    set.schema.push_back(schema);
    set.profile = profile;
    const std::vector<std::string> environments = EnvironmentsNextTo(schema);
    for (const std::string& file : files_) {
      const bool is_environment = std::binary_search(environments.begin(), environments.end(), file);
      const bool is_values =
          StemOf(file) == "values" || HasLine(begin_of_(file), Written(annotations::kDataValues) + "\n");
      if (GetDirectory(file) == directory && file != schema && IsYaml(file) && used_.count(file) == 0 &&
          is_values && !is_environment) {
        set.values.push_back(file);
      }
    }
    for (const std::string& environment : environments) {
      DetectedSet of_environment = set;
      of_environment.name += " " + std::string(StemOf(environment));
      of_environment.values.push_back(environment);
      of_environment.environments = {environment};
      Keep(std::move(of_environment));
    }
    if (environments.empty()) {
      AddEnvironments(directory, set.name, false, set, set.environments);
      Keep(std::move(set));
    }
  }

  // `app.schema.json` with `app.yaml` next to it.
  void AddJsonSchema(const std::string& file) {
    constexpr std::string_view kEnd = ".schema.json";
    const std::string name = NameOf(file);
    if (!name.ends_with(kEnd)) {
      return;
    }
    const std::string stem = name.substr(0, name.size() - kEnd.size());
    DetectedSet set;
    set.name = SetName(GetDirectory(file));
    set.schema.push_back(file);
    set.profile = stem == "values" ? "helm" : "";
    for (const std::string_view ending : {".yaml", ".yml", ".json"}) {
      const std::string values = Joined(GetDirectory(file), stem + std::string(ending));
      if (set.values.empty() && Has(values) && used_.count(values) == 0) {
        set.values.push_back(values);
      }
    }
    if (stem == "values") {
      AddEnvironments(GetDirectory(file), set.name, false, set, set.environments);
    }
    if (!set.values.empty()) {
      Keep(std::move(set));
    }
  }

  void AddModule(const std::string& directory) {
    const std::string main = Joined(directory, "main.k");
    const bool has_values = std::any_of(files_.begin(), files_.end(), [&](const std::string& file) {
      return GetDirectory(file) == directory && NameOf(file).starts_with("values") && used_.count(file) == 0;
    });
    if (Has(main) && has_values) {
      AddSchema(main, {});
    }
  }

  bool IsKclSchema(const std::string& file) const {
    return file.ends_with(".k") && HasLine(begin_of_(file), "schema ");
  }

  // How many files of a directory declare KCL schemas.
  size_t KclSchemasIn(const std::string& directory) {
    if (kcl_schemas_.empty()) {
      for (const std::string& file : files_) {
        kcl_schemas_[GetDirectory(file)] += IsKclSchema(file) ? 1 : 0;
      }
    }
    return kcl_schemas_[directory];
  }

  // Outside of a module: `app.k` with `app.yaml` next to it, or the only file of a directory with schemas
  // (`schema.k` if there are several) with the directory's values.
  void AddKclSchema(const std::string& file) {
    const std::string directory = GetDirectory(file), name = NameOf(file);
    const std::string stem = name.substr(0, name.size() - std::string_view(".k").size());
    for (const std::string_view ending : {".yaml", ".yml", ".json"}) {
      const std::string data = Joined(directory, stem + std::string(ending));
      if (Has(data) && used_.count(data) == 0) {
        DetectedSet set;
        set.name = SetName(directory);
        set.schema.push_back(file);
        set.values.push_back(data);
        return Keep(std::move(set));
      }
    }
    const bool is_alone = KclSchemasIn(directory) == 1;
    const bool has_values = std::any_of(kYaml.begin(), kYaml.end(), [&](std::string_view ending) {
      const std::string values = Joined(directory, "values" + std::string(ending));
      return Has(values) && used_.count(values) == 0;
    });
    if ((is_alone || stem == "schema") && has_values) {
      AddSchema(file, {});
    }
  }

  const std::vector<std::string>& files_;
  const std::function<std::string(const std::string& path)>& begin_of_;
  std::set<std::string> all_;
  std::set<std::string> used_;
  std::set<std::string> names_;                // of the sets
  std::map<std::string, size_t> kcl_schemas_;  // by directory, once asked for
  std::vector<DetectedSet> sets_;
};

}  // namespace

bool IsRepresentable(std::string_view path) {
  const bool is_plain = std::none_of(path.begin(), path.end(), [](char c) {
    return std::string_view("*?[]{}").find(c) != std::string_view::npos ||
           static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
  return is_plain && utf8::FirstInvalid(path) == path.size();
}

std::vector<DetectedSet> DetectSets(const std::vector<std::string>& files,
                                    const std::function<std::string(const std::string& path)>& begin_of) {
  return Proposer(files, begin_of).Run();
}

void ReplaceChartBySchema(DetectedSet& set) {
  set.values.insert(set.values.begin(), set.chart_values);
  set.rejected_chart = std::exchange(set.chart, {});
}

}  // namespace kval::project
