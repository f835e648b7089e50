#include "src/driver/inputs/values_dialect.h"

#include <memory>
#include <string_view>

#include "annotations/data/specs.h"
#include "annotations/schema/specs.h"
#include "src/diag/collector.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/kcl/files.h"
#include "src/driver/schemas/foreign_schema.h"
#include "src/driver/schemas/named_schema.h"
#include "src/driver/session.h"
#include "src/source/word_search.h"
#include "src/support/path_text.h"
#include "src/support/text_search.h"

namespace kval::driver {
namespace {

constexpr size_t kHead = 4096;  // a schema says what it is where it begins

bool Contains(std::string_view text, std::string_view word) {
  return FindWord(text, word) != std::string_view::npos;
}

// Whether the text has what ForeignSchemaOf asks for.
bool MayBeJsonSchema(const source::SourceFile& file) {
  const std::string_view name = file.name();
  const bool names_draft = Contains(file.text().substr(0, kHead), "json-schema.org/");
  const bool is_named_so = Contains(name, ".schema.") || FileNameOf(name) == "schema.json";
  const bool is_json = name.ends_with(".json");
  return names_draft || is_named_so ||
         (source::HasWord(file, "properties") && (is_json || source::HasWord(file, "type")));
}

// Whether a text names an annotation that makes documents schemas or values, or describes a schema.
bool IsAnnotated(const source::SourceFile& file) {
  const std::string_view schemas = annotations::kSchemaDefinition.name;
  const std::string_view space = schemas.substr(0, schemas.find('/') + 1);
  return source::HasWord(file, "#@" + std::string(annotations::kDataValues.name)) ||
         source::HasWord(file, "#@" + std::string(space));
}

// Whether the set has a CustomResourceDefinition and no schema of ytt: its values are Kubernetes' resources.
bool HasDefinitions(const Session& session) {
  bool has_any = false;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    const source::SourceFile* source = file->input.source;
    if (source == nullptr) {
      continue;
    }
    if (IsAnnotated(*source)) {
      return false;
    }
    has_any = has_any || (file->input.role == Role::kAuto &&
                          source::HasWord(*source, "kind: CustomResourceDefinition") &&
                          source::HasWord(*source, "apiextensions.k8s.io/v1"));
  }
  return has_any;
}

bool IsJsonSchema(const LibraryFile& file, const Session& session) {
  const source::SourceFile* source = file.input.source;
  const bool may_be = file.type == FileType::kYaml && source != nullptr &&
                      (file.input.role == Role::kAuto || file.input.role == Role::kSchema);
  // What is annotated is a schema of ytt, or values.
  if (!may_be || IsAnnotated(*source)) {
    return false;
  }
  if (file.input.role == Role::kSchema && file.input.disk_path.ends_with(".json")) {
    return true;
  }
  const bool is_said = file.input.role == Role::kSchema;
  if (!is_said && !MayBeJsonSchema(*source)) {
    return false;
  }
  Arena arena;
  diag::Collector unread;
  diag::Emitter silent(&unread);
  const yaml::File read =
      yaml::ReadFile(*source, ReadingAs(value::Dialect::kYaml12, session.limits), arena, silent);
  return ForeignSchemaOf(read).language == SchemaLanguage::kJsonSchema ||
         (is_said && IsJsonSchemaWhenSaid(read));
}

}  // namespace

value::Dialect DialectOfValues(const Options& options, const Session& session) {
  if (options.has_dialect || options.renders) {
    return options.dialect;
  }
  if (!KclFiles(session).empty()) {
    return value::Dialect::kKcl;
  }
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (IsJsonSchema(*file, session)) {
      return value::Dialect::kYaml12;
    }
  }
  if (options.definitions_are_schemas && HasDefinitions(session)) {
    return value::Dialect::kK8s;
  }
  return options.unchecked == Unchecked::kSilent ? options.dialect : DialectOfNamed(options.dialect, session);
}

}  // namespace kval::driver
