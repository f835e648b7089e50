#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/inputs/classification.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/inputs/inputs.h"

namespace kval::driver {

struct Session;

// What validates a file that is checked alone.
struct SchemaChoice {
  enum class Kind : uint8_t {
    kFile,      // the schema `path`, which its comment names, or the built-in one for its name
    kManifest,  // the schema of each document's kind
    kExcluded,  // nothing: its comment says `$schema=none`, or names a schema that is not a local file
    kUnread,    // nothing, not even the rules of YAML: JSON without a schema in a directory, which may have
                // comments
    kNothing,   // nothing was found
    kFailed,    // the schema cannot be used, which was reported
  };
  Kind kind = Kind::kNothing;
  std::string path;
  std::string why;
};

// A file that was read before; its source is in the session.
struct KnownFile {
  const source::SourceFile* source = nullptr;
  Classification is;
};

// Reads the files and chooses the schema of each. Reports schemas that cannot be used, and files without a
// schema next to files that name one. A schema that is not a local file is an error, unless the file is a
// manifest or may be unchecked (`options.unchecked`). Afterwards the reader contains the schemas. `known`: by
// path. `schema_of_others`: the schema that validates other files of the run; empty if their schemas have
// other names; nullopt if there are no other files.
std::vector<SchemaChoice> ChooseSchemas(const std::vector<InputFile>& files,
                                        const std::map<std::string, KnownFile>& known,
                                        const DriverOptions& options, InputFileReader& reader,
                                        Session& session,
                                        const std::optional<std::string>& schema_of_others = {});

}  // namespace kval::driver
