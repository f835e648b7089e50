#include "src/project/detect_builtin.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "schemas/catalog/catalog.h"
#include "src/support/glob.h"

namespace kval::project {
namespace {

using schemas::catalog::BuiltinSchema;

// Templates, and directories of charts with them.
bool IsTemplate(const std::string& path, const std::string& begin) {
  return path.starts_with("templates/") || path.find("/templates/") != std::string::npos ||
         begin.find("#@") != std::string::npos || begin.find("{{-") != std::string::npos;
}

// The pattern of the schema for a file if it finds only files of the schema, which are `own`; else the path.
std::string PatternIn(const BuiltinSchema& schema, const std::string& path,
                      const std::vector<std::string>& files, const std::set<std::string>& own) {
  std::string pattern = PatternFor(schema, path);
  const Result<std::vector<Glob>> globs = Glob::Parse(pattern);
  const bool finds_others = !globs || std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    return own.count(file) == 0 && MatchesAny(*globs, file);
  });
  return finds_others ? path : pattern;
}

}  // namespace

std::string WriteBuiltinChecks(const std::vector<std::string>& files,
                               const std::function<std::string(const std::string& path)>& begin_of,
                               const std::vector<DetectedSet>& sets, const DetectedManifests& manifests) {
  std::set<std::string> taken(manifests.files.begin(), manifests.files.end());
  for (const DetectedSet& set : sets) {
    for (const std::vector<std::string>* used : {&set.schema, &set.values, &set.environments}) {
      taken.insert(used->begin(), used->end());
    }
  }
  std::map<std::string_view, std::set<std::string>> by_name;
  for (const std::string& file : files) {
    const auto has_key = [&](std::string_view key) {
      return ("\n" + begin_of(file)).find("\n" + std::string(key) + ":") != std::string::npos;
    };
    const BuiltinSchema* schema = schemas::catalog::FindByFile(file, has_key);
    if (schema != nullptr && taken.count(file) == 0 && !IsTemplate(file, begin_of(file))) {
      by_name[schema->name].insert(file);
    }
  }
  std::string text = by_name.empty() ? "" : "each:\n";
  for (const auto& [name, own] : by_name) {
    const BuiltinSchema& schema = *schemas::catalog::FindByName(name);
    std::set<std::string> patterns;
    for (const std::string& file : own) {
      patterns.insert(PatternIn(schema, file, files, own));
    }
    text += "- schema: " + PathOf(schema) + "\n  files:\n";
    for (const std::string& pattern : patterns) {
      text += "  - " + WriteScalar(pattern) + "\n";
    }
  }
  return text;
}

}  // namespace kval::project
