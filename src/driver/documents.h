#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "schemas/ytt/annotated_schema.h"
#include "src/driver/driver_options.h"
#include "src/driver/envelope.h"
#include "src/driver/libraries/library.h"
#include "src/templating/annotated.h"

namespace kval::driver {

struct Session;

// A values document.
struct ValuesDocument {
  templating::AnnotatedDocument document;
  bool is_plain;  // from a file without annotations: maps are merged, other values replaced
  annotations::SchemaDialect dialect{};            // kReleased unless its annotations select another
  const source::SourceFile* plain_file = nullptr;  // the file of a plain document
};

// A JSON Schema file.
struct JsonSchemaFile {
  const value::Value* root;
  std::string path;
};

// The documents of all inputs by role, each role in input order.
struct Documents {
  std::vector<schemas::ytt::AnnotatedSchema> schemas;
  std::vector<ValuesDocument> values;
  std::vector<JsonSchemaFile> json_schemas;
  std::vector<const value::Value*> definitions;        // CustomResourceDefinitions
  std::vector<ValuesDocument> empty;                   // empty plain documents, which are not in `values`
  std::vector<const source::SourceFile*> empty_files;  // plain files with nothing else
  std::vector<const source::SourceFile*> helm_files;   // plain values files that are read like Helm does
  // Schemas and values for private libraries.
  Envelopes library_schemas;
  Envelopes library_values;
  std::unordered_set<const LibraryFile*> files;  // files with any of these documents: they are not output
  bool has_templates = false;                    // there are templates to evaluate
  bool schema_failed = false;                    // a schema file could not be read or run
};

// Reads and runs the files of a library that contain schemas and values (classify.h). Does not run templates.
Documents SortDocuments(const DriverOptions& options, const Library& library, Session& session);

// Reports plain files without values, which is at most a note. Call it unless the schema validates their
// emptiness (SetSchema::validates_empty).
void ReportEmptyFiles(const Documents& documents, const DriverOptions& options, Session& session);

// Returns the layers of a set once for each document of a plain file with several: for schemas that validate
// documents independently (SetSchema::documents_are_apart). Empty, after reporting it, if two files have
// several documents, because their combination is ambiguous.
std::vector<std::vector<const ValuesDocument*>> SeparateSets(const std::vector<ValuesDocument>& values,
                                                             Session& session);

}  // namespace kval::driver
