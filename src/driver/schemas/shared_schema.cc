#include "src/driver/schemas/shared_schema.h"

#include <algorithm>
#include <utility>

#include "src/driver/documents.h"
#include "src/driver/inputs/values_dialect.h"
#include "src/driver/kcl/files.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/overlay.h"
#include "src/driver/schemas/front_end.h"
#include "src/driver/template_runtime.h"
#include "src/policy/suppressions.h"
#include "src/source/quick_contains.h"

namespace kval::driver {
namespace {

bool IsSilent(const Session& session) {
  return session.findings.diagnostics().empty() && session.emit.error_count() == 0 &&
         session.emit.warning_count() == 0 && session.printed.empty();
}

// A comment that ignores a rule is looked at with the findings of each run.
bool HasIgnores(const Session& session) {
  for (size_t i = 0; i < session.sources.file_count(); ++i) {
    if (policy::HasIgnores(session.sources.file(i))) {
      return true;
    }
  }
  return false;
}

bool HasNothingButSchemas(const Documents& documents) {
  return documents.values.empty() && documents.empty.empty() && documents.definitions.empty() &&
         documents.helm_files.empty() && documents.library_schemas.empty() &&
         documents.library_values.empty() && !documents.schema_failed;
}

bool HasPlainValues(const Documents& documents) {
  return !documents.values.empty() && documents.schemas.empty() && documents.json_schemas.empty() &&
         documents.empty.empty() && documents.definitions.empty() && documents.helm_files.empty() &&
         documents.library_schemas.empty() && documents.library_values.empty() && !documents.schema_failed;
}

// YAML without annotations that names no schema, which would say how the set's values are read.
bool IsPlain(const LibraryFile& file) {
  return file.type == FileType::kYaml && file.input.source != nullptr && !file.input.from_directory &&
         !policy::HasIgnores(*file.input.source) && !source::QuickContains(*file.input.source, "#@") &&
         !source::QuickContains(*file.input.source, "schema=");
}

}  // namespace

std::unique_ptr<const SharedSchema> SharedSchema::Compile(const DriverOptions& given_options,
                                                          source::FileReader& reader, Session& session) {
  DriverOptions options = given_options;
  const bool is_helm = options.has_dialect && options.dialect == value::Dialect::kHelm;
  if (is_helm || !options.flags.empty() || options.yaml_only || options.renders ||
      !LoadRootLibrary(options, reader, session)) {
    return nullptr;
  }
  options.definitions_are_schemas =
      KclFiles(session).empty() && options.unchecked != UncheckedPolicy::kSilent;  // as in a run
  options.dialect = DialectOfValues(options, reader, session);
  SuppliedDocuments given;
  const Documents documents = CollectRoot(options, reader, session, given);
  bool has_one_language = true;
  const FrontEnd* language = FrontEndOf(documents, session, has_one_language);
  if (language == nullptr || !has_one_language || !HasNothingButSchemas(documents)) {
    return nullptr;
  }
  CompiledSet compiled = language->compile(documents, given, options, reader, session);
  if (compiled.is_invalid || compiled.schema == nullptr || !compiled.schema->HasConstraints(session) ||
      !IsSilent(session) || HasIgnores(session) || !session.model.Share()) {
    return nullptr;
  }
  session.Freeze();
  options.inputs.clear();
  return std::unique_ptr<const SharedSchema>(
      new SharedSchema(std::move(compiled.schema), std::move(options), session));
}

bool SharedSchema::Passes(const std::vector<InputPath>& inputs, source::FileReader& reader) const {
  Session session(&session_);
  DriverOptions options = options_;
  options.inputs = inputs;
  if (!LoadRootLibrary(options, reader, session) ||
      !std::all_of(session.files.begin(), session.files.end(),
                   [](const std::unique_ptr<LibraryFile>& file) { return IsPlain(*file); })) {
    return false;
  }
  SuppliedDocuments given;
  const Documents documents = CollectRoot(options, reader, session, given);
  const bool are_layers =
      !schema_->validates_documents_separately() || documents.values.size() == session.files.size();
  if (!HasPlainValues(documents) || !are_layers || !IsSilent(session)) {
    return false;
  }
  types::Evaluators evaluators(&session.arena);
  evaluators.SetShared(&session.runtime->starlark);
  ValidationInput values;
  for (const ValuesDocument& document : documents.values) {
    values.layers.push_back(LayerOf(document, schema_->validates_undeclared_keys(), session));
  }
  values.evaluators = &evaluators;
  schema_->Validate(values, options, session);
  return IsSilent(session);
}

}  // namespace kval::driver
