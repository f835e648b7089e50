#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "schemas/catalog/catalog.h"
#include "src/driver/driver_options.h"
#include "src/driver/inputs/document_class.h"
#include "src/driver/libraries/library.h"
#include "src/source/source_file.h"
#include "src/value/scalar_resolve.h"
#include "src/yaml/document.h"

namespace kval::driver {

struct Session;

enum class FileRole : uint8_t {
  kValues,           // values of a set, or documents to validate
  kAnnotatedValues,  // by its header or `--as overlay=`
  kManifest,         // Kubernetes resources and nothing else
  kSchema,           // in `language`
  kTemplate,         // code without the header of a schema or of values
  kOtherTool,        // read by another program
};

// What one file is, independent of other files; classify.h adds their effect. The only result that states
// the role, the schema language and the dialect of a file; nothing else may derive them from its text.
struct Classification {
  FileRole role = FileRole::kValues;
  SchemaLanguage language = SchemaLanguage::kNone;  // of a schema, also an unsupported one
  std::string_view name;                            // with its article: "a JSON Schema"
  source::Span at;                                  // the evidence
  std::string_view why;                             // in words: "its `$schema` names a draft of JSON Schema"

  bool validates = false;    // a schema that validates the values of its set
  bool has_schema = false;   // an annotated schema, also one for a private library
  bool has_values = false;   // annotated data values, perhaps next to a schema (an error)
  bool names_kinds = false;  // every document has `apiVersion` and `kind`
  // The schema for files of this name; null for others, and for files whose content says what they are.
  const schemas::catalog::BuiltinSchema* builtin = nullptr;

  bool is_annotated_schema() const { return validates && language == SchemaLanguage::kAnnotated; }
  bool is_json_schema() const { return validates && language == SchemaLanguage::kJsonSchema; }
  bool is_definitions() const { return validates && language == SchemaLanguage::kCrd; }
  // CustomResourceDefinitions are manifests too.
  bool is_manifest() const {
    return role == FileRole::kManifest || (names_kinds && language == SchemaLanguage::kCrd);
  }
};

// What is known of a file besides its documents.
struct FileFacts {
  InputRole role = InputRole::kAuto;  // `--as`, which overrides the content
  bool has_templating = false;
  bool is_readable = true;     // its text has no errors
  std::string_view path = {};  // where it was read
  // The working directory, which counts as part of the file's name for built-in schemas.
  std::string_view directory = {};
};

// Classifies a file by its parsed documents. Reports nothing.
Classification ClassifyFile(const yaml::File& file, const FileFacts& facts);

// The same for a loaded file of a session. Parses it unless its bytes rule out a schema; the session reuses
// the result if it reads the file in the same dialect (TemplateFiles). Reports nothing.
Classification ClassifyUnread(const LibraryFile& file, const DriverOptions& options, Session& session);

// The same for a text that belongs to no session. `directory` as in FileFacts.
Classification ClassifyText(const source::SourceFile& file, const Limits& limits,
                            std::string_view directory = {});

// Returns the dialect of plain values that a schema in this language validates, or nullopt if it is that of
// the run: values of KCL and JSON Schema are YAML 1.2, in which `on` is a string; resources of a
// CustomResourceDefinition are read like in Kubernetes, all others like in ytt.
std::optional<value::Dialect> DialectOfLanguage(SchemaLanguage language);
// Returns the dialect of plain values that the JSON Schema at this path validates: that of the tool for a
// built-in schema, else YAML 1.2.
value::Dialect DialectOfJsonSchema(std::string_view path);

// "annotated YAML", "KCL"; empty for kNone.
std::string_view LanguageName(SchemaLanguage language);
// "values", "schema".
std::string_view RoleName(FileRole role);

}  // namespace kval::driver
