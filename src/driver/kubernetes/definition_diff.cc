#include "src/driver/kubernetes/definition_diff.h"

#include <map>
#include <string_view>

#include "schemas/crd/crd.h"
#include "src/diag/read_failure.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/kubernetes/definition_diff/definition_comparison.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using DefinitionsByName = std::map<std::string_view, const value::Value*>;  // by name

constexpr diag::Def<std::string_view> kNoDefinition{diag::Kind::kNoInput,
                                                    "{} contains no CustomResourceDefinition"};

// Adds the definitions of a path. Returns false after reporting that there are none, or that a file cannot be
// read.
bool ReadDefinitions(const std::string& path, source::FileReader& reader, Session& session,
                     size_t& file_count, DefinitionsByName& definitions) {
  std::vector<InputFile> files;
  bool is_usable = ExpandPaths({path}, reader, session.emit, files);
  file_count += files.size();
  for (const InputFile& file : files) {
    const Result<const source::SourceFile*> source = ReadInputFile(file, reader, session.sources);
    if (!source) {
      diag::ReportReadFailure({}, source.failure(), session.emit);
      is_usable = false;
      continue;
    }
    const size_t errors = session.emit.error_count();
    const yaml::File read =
        yaml::ReadFile(**source, ManifestReading(session.limits), session.arena, session.emit);
    is_usable = is_usable && session.emit.error_count() == errors;
    for (const yaml::Document& document : read.documents) {
      const value::Value* metadata =
          schemas::crd::IsDefinition(*document.root) ? value::Find(*document.root, "metadata") : nullptr;
      const value::Value* name = metadata != nullptr && metadata->kind == value::Kind::kMapping
                                     ? value::Find(*metadata, "name")
                                     : nullptr;
      if (name != nullptr) {
        definitions.emplace(name->raw, document.root);
      }
    }
  }
  if (is_usable && definitions.empty()) {
    session.emit.Report({}, kNoDefinition, path).Emit();
    is_usable = false;
  }
  return is_usable;
}

}  // namespace

DefinitionDiffResult CompareDefinitionFiles(const std::string& before, const std::string& after,
                                            source::FileReader& reader, Session& session) {
  DefinitionDiffResult result;
  DefinitionsByName was, is;
  const bool is_old_usable = ReadDefinitions(before, reader, session, result.file_count, was);
  result.is_usable = ReadDefinitions(after, reader, session, result.file_count, is) && is_old_usable;
  if (!result.is_usable) {
    return result;
  }
  for (const auto& [name, definition] : was) {
    const auto other = is.find(name);
    if (other == is.end()) {
      kubernetes::ReportRemovedDefinition(*definition, session.emit);
    } else {
      kubernetes::CompareDefinitions(*definition, *other->second, session.emit);
      ++result.definition_count;
    }
  }
  for (const auto& [name, definition] : is) {
    if (!was.contains(name)) {
      kubernetes::ReportAddedDefinition(*definition, session.emit);
    }
  }
  return result;
}

}  // namespace kval::driver
