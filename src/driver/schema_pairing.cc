#include "src/driver/schema_pairing.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "src/driver/inputs/tool_files.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

// `app` of `config/app.schema.json`.
std::string_view StemOf(std::string_view path) {
  std::string_view name = GetFileName(path);
  name = name.substr(0, std::max<size_t>(name.rfind('.'), 1));
  for (const std::string_view ending : {".schema", "-schema", "_schema"}) {
    if (name.size() > ending.size() && name.ends_with(ending)) {
      return name.substr(0, name.size() - ending.size());
    }
  }
  return name;
}

bool IsBelow(std::string_view path, std::string_view prefix) {
  return path.starts_with(prefix);
}

bool IsNextTo(std::string_view path, std::string_view other) {
  return GetDirectoryPrefix(path) == GetDirectoryPrefix(other);
}

bool IsValuesFile(std::string_view path) {
  return StemOf(path) == "values" || IsValuesName(path);
}

// `envs/prod.yaml`, whose directory is in `prefix`.
bool IsEnvironment(std::string_view path, std::string_view prefix) {
  constexpr std::string_view kDirectories[] = {"envs/", "env/", "environments/", "values/"};
  const std::string_view directory = GetDirectoryPrefix(path).substr(prefix.size());
  return std::find(std::begin(kDirectories), std::end(kDirectories), directory) != std::end(kDirectories);
}

bool IsHidden(std::string_view path) {
  return path.starts_with('.') ? path.size() > 1 && path[1] != '/' && path[1] != '.'
                               : path.find("/.") != std::string_view::npos;
}

class Pairing {
 public:
  explicit Pairing(const InputSummary& summary) : summary_(summary) {
    for (const FoundSchema& schema : summary.schemas) {
      is_named_ = is_named_ || schema.file.directory.empty();
      has_definitions_ = has_definitions_ || schema.language == SchemaLanguage::kCrd;
    }
    is_of_directory_ = !is_named_ && summary.schemas.size() == 1 &&
                       (StemOf(summary.schemas.front().file.path) == "schema" ||
                        std::count_if(summary.values.begin(), summary.values.end(),
                                      [this](const InputFile& file) { return IsCandidate(file); }) == 1);
  }

  bool IsOfOther(const InputFile& file) const {
    const auto known = summary_.known.find(file.path);
    if (file.directory.empty() || summary_.has_templates || known == summary_.known.end()) {
      return false;
    }
    const bool is_manifest = known->second.is.is_manifest();
    if (known->second.is.builtin != nullptr) {
      return true;
    }
    if (is_named_) {
      return is_manifest && !IsBelowSchema(file);
    }
    if (FindSchemaModeline(*known->second.source)) {
      return true;
    }
    return !(is_manifest && has_definitions_) && !IsPaired(file, is_manifest) &&
           !(is_of_directory_ && IsCandidate(file));
  }

 private:
  bool IsBelowSchema(const InputFile& file) const {
    return std::any_of(summary_.schemas.begin(), summary_.schemas.end(), [&](const FoundSchema& schema) {
      return IsBelow(file.path, GetDirectoryPrefix(schema.file.path));
    });
  }

  bool IsPaired(const InputFile& file, bool is_manifest) const {
    return std::any_of(summary_.schemas.begin(), summary_.schemas.end(), [&](const FoundSchema& schema) {
      return schema.language != SchemaLanguage::kCrd &&
             (!is_manifest || IsNextTo(file.path, schema.file.path)) &&
             IsPairedByName(schema.file.path, file.path);
    });
  }

  // Whether the first schema may be for the file although it has another name.
  bool IsCandidate(const InputFile& file) const {
    const auto known = summary_.known.find(file.path);
    const FoundSchema& schema = summary_.schemas.front();
    return known != summary_.known.end() && !file.directory.empty() &&
           schema.language != SchemaLanguage::kCrd && IsNextTo(file.path, schema.file.path) &&
           !IsHidden(file.path) && known->second.is.role != FileRole::kOtherTool &&
           known->second.is.role != FileRole::kSchema && known->second.is.builtin == nullptr &&
           DescribeToolFile(file.path).empty() && !FindSchemaModeline(*known->second.source);
  }

  const InputSummary& summary_;
  bool is_named_ = false;         // a schema was named by the user
  bool has_definitions_ = false;  // of custom resources
  bool is_of_directory_ = false;  // the only schema is for all files next to it
};

}  // namespace

bool IsPairedByName(std::string_view schema, std::string_view values) {
  constexpr std::string_view kOfValues[] = {"values", "schema", "main"};
  const std::string_view stem = StemOf(schema), prefix = GetDirectoryPrefix(schema);
  const bool is_of_values =
      std::find(std::begin(kOfValues), std::end(kOfValues), stem) != std::end(kOfValues);
  if (StemOf(values) == stem && (IsNextTo(schema, values) || (!is_of_values && !IsHidden(values)))) {
    return true;
  }
  return is_of_values && IsBelow(values, prefix) && (IsValuesFile(values) || IsEnvironment(values, prefix));
}

std::vector<InputFile> TakeFilesOfOthers(InputSummary& summary) {
  const Pairing pairing(summary);
  std::vector<InputFile> others, own;
  for (InputFile& file : summary.values) {
    (pairing.IsOfOther(file) ? others : own).push_back(file);
  }
  summary.values = std::move(own);
  return others;
}

bool IsEnvironmentName(std::string_view stem) {
  constexpr std::string_view kNames[] = {
      "dev",  "devel",   "development", "int", "integration", "live",    "local", "nonprod", "preprod",
      "prod", "sandbox", "production",  "qa",  "stage",       "staging", "test",  "uat"};
  return std::find(std::begin(kNames), std::end(kNames), stem) != std::end(kNames);
}

bool HasEnvironments(const InputSummary& summary) {
  std::set<std::string_view> directories;
  return std::any_of(summary.known.begin(), summary.known.end(), [&](const auto& known) {
    const auto& [path, file] = known;
    return file.is.has_values && !file.is.has_schema && IsEnvironmentName(StemOf(path)) &&
           !directories.insert(GetDirectoryPrefix(path)).second;
  });
}

}  // namespace kval::driver
