#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/inputs/inputs.h"
#include "src/source/file_reader.h"
#include "src/source/source_file.h"
#include "src/value/scalar_resolve.h"

// The schema that values files name in a modeline:
//
//   # yaml-language-server: $schema=config.schema.json
//   # kval: schema=../schema.yml
//   # $schema: config.schema.json
//
// in the first comment of a file, or that the first key of a file names:
//
//   $schema: config.schema.json
//
// A path is relative to the file and below the root (the working directory,
// or the file's own if it is elsewhere); `--schema-location` maps a URI; the address of a built-in schema
// (schemas/catalog) refers to that, and an address that `kval vendor` fetched to the copy in the repository.
// `none` excludes the file from validation. Schemas among the inputs take
// precedence.
namespace kval::driver {

struct Session;

struct SchemaModeline {
  source::Span at;                // the name
  std::string_view name;          // as in the file
  bool is_kval_modeline = false;  // `# kval:`
  bool is_key = false;            // the first key

  bool is_none() const { return name == "none"; }
};

// Returns the schema that a comment or the first key of a values file names, or nullopt.
std::optional<SchemaModeline> FindSchemaModeline(const source::SourceFile& file);

// Returns whether it is a URI that `--schema-location` does not map, of no built-in schema and of no file of
// `reader`. Checks download nothing.
bool IsRemoteSchema(const SchemaModeline& named, const DriverOptions& options, source::FileReader& reader);
void ReportRemoteSchema(const SchemaModeline& named, diag::Severity severity, diag::Emitter& emit);

// Returns the named file and its permitted directory, or nullopt after reporting an error. Requires: it is
// not `none`. `values_path`: the file with the comment.
std::optional<InputFile> FindNamedSchema(const SchemaModeline& named, const std::string& values_path,
                                         const DriverOptions& options, source::FileReader& reader,
                                         diag::Emitter& emit);

// The dialect of values whose schema is the one that files of the session name; that of the options if no
// file names one, or if it is in annotated YAML. Reports nothing.
value::Dialect DialectOfModelineSchema(const DriverOptions& options, source::FileReader& reader,
                                       Session& session);

enum class ModelineResult : uint8_t {
  kNothing,   // no file of the session names a schema
  kExcluded,  // its files say `$schema=none`
  kLoaded,    // it is among the session's files and, unless it is KCL, among the documents
  kFailed,    // the error was reported
};
// Looks for the schema that the session's values name, and loads it.
ModelineResult LoadModelineSchema(const DriverOptions& options, source::FileReader& reader, Session& session,
                                  Documents& documents);

}  // namespace kval::driver
