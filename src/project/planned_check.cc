#include "src/project/planned_check.h"

#include "src/driver/inputs/input_file_reader.h"
#include "src/project/manifests.h"

namespace kval::project {
namespace {

using driver::CheckMethod;

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
  for (const std::string& path : check.chart_definitions) {
    planned.manifests.crds.push_back(location_.FromHere(path));
  }
  if (!check.file.empty()) {
    planned.files.push_back({location_.FromHere(check.file), {}});
  }
  return planned;
}

}  // namespace kval::project
