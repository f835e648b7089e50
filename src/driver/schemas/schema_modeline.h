#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
//
// in the first comment of a file. A path is relative to the file and below the root (the working directory,
// or the file's own if it is elsewhere); `--schema-location` maps a URI. Schemas among the inputs take
// precedence.
namespace kval::driver {

struct Session;

struct SchemaModeline {
  source::Span at;                // the name
  std::string_view name;          // as in the file
  bool is_kval_modeline = false;  // `# kval:`
};

// Returns the schema that a comment in a values file names, or nullopt.
std::optional<SchemaModeline> FindSchemaModeline(const source::SourceFile& file);

// The dialect of values whose schema is the one that files of the session name; that of the options if no
// file names one, or if it is in annotated YAML. Reports nothing.
value::Dialect DialectOfModelineSchema(const DriverOptions& options, source::FileReader& reader,
                                       Session& session);

enum class ModelineResult : uint8_t {
  kNothing,  // no file of the session names a schema
  kLoaded,   // it is among the session's files and, unless it is KCL, among the documents
  kFailed,   // the error was reported
};
// Looks for the schema that the session's values name, and loads it.
ModelineResult LoadModelineSchema(const DriverOptions& options, source::FileReader& reader, Session& session,
                                  Documents& documents);

// Reads the files and returns the path of the schema that each names; empty if no file names one. Nullopt for
// a file whose schema cannot be used, or that names none although others do; both are reported. Afterwards
// the reader contains the schemas.
std::vector<std::optional<std::string>> FindModelineSchemas(const std::vector<InputFile>& files,
                                                            const DriverOptions& options,
                                                            InputFileReader& reader, Session& session);

}  // namespace kval::driver
