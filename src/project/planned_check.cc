#include "src/project/planned_check.h"

#include <algorithm>
#include <utility>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/kubernetes/practices/optional_rules.h"

namespace kval::project {
namespace {

using driver::CheckMethod;

using schemas::kubernetes::ApiTable;

// Manifests of Kubernetes in a project: what `kval k8s` does with flags.

constexpr diag::Def<std::string_view, std::string> kBadVersion{diag::Kind::kBadProject,
                                                               "Kubernetes {} is not known: {} are"};

constexpr diag::Def<std::string_view> kBadRules{diag::Kind::kBadProject, "{}"};

std::string VersionNames(const ApiTable& table) {
  std::string names;
  for (const std::string_view version : table.versions()) {
    names += (names.empty() ? "" : ", ") + std::string(version);
  }
  return names;
}

std::vector<size_t> VersionsOf(const CheckDeclaration& group, const ApiTable& table) {
  std::vector<size_t> versions;
  for (const LocatedString& text : group.versions) {
    if (const std::optional<size_t> version = table.VersionNamed(text.text)) {
      versions.push_back(*version);
    }
  }
  std::sort(versions.begin(), versions.end());
  versions.erase(std::unique(versions.begin(), versions.end()), versions.end());
  if (versions.empty()) {
    versions.push_back(table.newest());
  }
  return versions;
}

// Whether the versions and the optional rules of a group are known; reports others.
bool CheckKubernetesSettings(const CheckDeclaration& group, diag::Emitter& emit) {
  bool ok = true;
  for (const LocatedString& words : group.optional_rules) {
    if (const auto rules = kubernetes::OptionalRulesOf(words.text); !rules) {
      emit.Report(words.at, kBadRules, rules.failure().message).Emit();
      ok = false;
    }
  }
  if (group.versions.empty()) {
    return ok;
  }
  const ApiTable table = ApiTable::Builtin();
  for (const LocatedString& text : group.versions) {
    if (!table.VersionNamed(text.text)) {
      emit.Report(text.at, kBadVersion, text.text, VersionNames(table)).Emit();
      ok = false;
    }
  }
  return ok;
}

// Returns the options of a group's manifests.
driver::KubernetesOptions ManifestOptions(const Check& check, const ProjectLocation& location) {
  const CheckDeclaration& group = *check.group;
  driver::KubernetesOptions options;
  options.versions = VersionsOf(group, ApiTable::Builtin());
  options.are_named = std::all_of(group.files.begin(), group.files.end(), [](const LocatedString& pattern) {
    return pattern.text.find_first_of("*?[{") == std::string::npos;
  });
  for (const std::string& path : check.values) {
    options.paths.push_back(location.FromHere(path));
  }
  for (size_t i = 0; i < check.schema.size(); ++i) {
    const std::string path = location.FromHere(check.schema[i]);
    if (i < check.definitions) {
      options.crds.push_back(path);
    } else {
      options.policies.push_back({group.policies[i - check.definitions].kind.text, path});
    }
  }
  for (const LocatedString& text : group.locations) {
    const bool is_path = text.text != "default" && !text.text.starts_with('/');
    options.locations.push_back(is_path ? location.FromHere(text.text) : text.text);
  }
  options.uses_catalog = group.uses_catalog;
  for (const LocatedString& pattern : group.ignored_kinds) {
    options.ignored_kinds.push_back(pattern.text);
  }
  for (const LocatedString& words : group.optional_rules) {
    if (const auto rules = kubernetes::OptionalRulesOf(words.text)) {
      options.optional_rules.insert(options.optional_rules.end(), rules->begin(), rules->end());
    }
  }
  return options;
}

constexpr diag::Def<std::string_view> kBadFlags{diag::Kind::kBadProject, "{}"};

value::Dialect DialectOf(const std::string& profile) {
  for (const value::Dialect dialect :
       {value::Dialect::kHelm, value::Dialect::kK8s, value::Dialect::kYaml12}) {
    if (profile == value::DialectName(dialect)) {
      return dialect;
    }
  }
  return value::Dialect::kYtt;
}

CheckMethod MethodOf(const Check& check) {
  return check.group->is_kubernetes ? CheckMethod::kManifests
         : !check.chart.empty()     ? CheckMethod::kChart
         : check.file.empty()       ? CheckMethod::kOneSet
                                    : CheckMethod::kDocuments;
}

}  // namespace

const std::optional<driver::DriverOptions>& CheckPlanner::OptionsOf(const CheckDeclaration& group) {
  if (const auto known = by_group_.find(&group); known != by_group_.end()) {
    return known->second;
  }
  std::optional<driver::DriverOptions> options = base_;
  if (!group.profile.text.empty()) {
    options->has_dialect = true;
    options->dialect = DialectOf(group.profile.text);
  }
  std::vector<std::string> words;
  for (const LocatedString& flag : group.flags) {
    words.push_back(flag.text);
  }
  bool is_usable = CheckKubernetesSettings(group, emit_);
  std::string message;
  if (!words.empty() && !read_flags_(words, *options, message)) {
    emit_.Report(group.flags.front().at, kBadFlags, message).Emit();
    is_usable = false;
  }
  if (!is_usable) {
    options.reset();
  }
  return by_group_.emplace(&group, std::move(options)).first->second;
}

std::optional<driver::PlannedCheck> CheckPlanner::Plan(const Check& check) {
  const std::optional<driver::DriverOptions>& options = OptionsOf(*check.group);
  if (!options) {
    return std::nullopt;
  }
  driver::PlannedCheck planned;
  planned.method = MethodOf(check);
  planned.options = *options;
  planned.why = (check.name.empty() ? "" : "`" + check.name + "` in ") + location_.file + " names the files";
  if (planned.method == CheckMethod::kManifests) {
    planned.manifests = ManifestOptions(check, location_);
    return planned;
  }
  for (const std::vector<std::string>* paths : {&check.schema, &check.values}) {
    for (const std::string& path : *paths) {
      const bool is_schema = driver::IsSchemaName(path);
      planned.options.inputs.push_back(
          {location_.FromHere(path), {}, is_schema ? driver::InputRole::kSchema : driver::InputRole::kAuto});
    }
  }
  planned.chart = check.chart.empty() ? std::string() : location_.FromHere(check.chart);
  planned.has_partial_values = check.has_partial_values;
  for (const std::string& path : check.chart_definitions) {
    planned.manifests.crds.push_back(location_.FromHere(path));
  }
  if (!check.file.empty()) {
    planned.files.push_back({location_.FromHere(check.file), {}});
  }
  return planned;
}

}  // namespace kval::project
