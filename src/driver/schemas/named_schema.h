#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/documents.h"
#include "src/driver/inputs/found_files.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/options.h"
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

struct NamedSchema {
  source::Span at;        // the name
  std::string_view name;  // as it is written
  bool is_kvals = false;  // `# kval:`
};

std::optional<NamedSchema> SchemaNamedIn(const source::SourceFile& file);

// The dialect of values whose schema is the one that files of the session name; that of the options if no
// file names one, or if it is in annotated YAML. Reports nothing.
value::Dialect DialectOfNamed(const Options& options, source::FileReader& reader, Session& session);

enum class Named : uint8_t {
  kNothing,  // no file of the session names a schema
  kLoaded,   // it is among the session's files and, unless it is KCL, among the documents
  kFailed,   // the error was reported
};
// Looks for the schema that the session's values name, and loads it.
Named LoadNamedSchema(const Options& options, source::FileReader& reader, Session& session,
                      Documents& documents);

// The path of the schema that each of the files names, which are read; empty for all if none names one.
// Nothing for a file whose schema cannot be used, or that names none while others do; both are reported. The
// reader knows the schemas then.
std::vector<std::optional<std::string>> FindNamedSchemas(const std::vector<GivenFile>& files,
                                                         const Options& options, FoundFiles& reader,
                                                         Session& session);

}  // namespace kval::driver
