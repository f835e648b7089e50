#include "src/project/manifests.h"

#include <algorithm>
#include <string>
#include <utility>

#include "schemas/kubernetes/api_table.h"
#include "src/kubernetes/practices/optional_rules.h"

namespace kval::project {
namespace {

using schemas::kubernetes::ApiTable;

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

}  // namespace

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

}  // namespace kval::project
