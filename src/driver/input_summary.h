#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/inputs/parsed_files.h"
#include "src/driver/schemas/schema_choice.h"

namespace kval::driver {

struct Session;

// A schema among the inputs.
struct FoundSchema {
  InputFile file;
  SchemaLanguage language = SchemaLanguage::kNone;
};

// A file that is loaded from the root of the library: `config/a.star` of `load("/config/a.star", …)`.
struct AbsoluteLoad {
  std::string path;
  std::string loaded_by;
};

// The roles of the files that the options name.
struct InputSummary {
  bool could_read = true;
  bool has_schema = false;
  bool has_templates = false;
  bool has_manifests = false;       // among `values`
  bool names_schema = false;        // a file of values names one, or has the name of a built-in one
  std::vector<InputFile> values;    // plain files
  std::vector<InputFile> outputs;   // plain files of directories with templates or annotated values
  std::vector<InputFile> foreign;   // schemas of directories in languages that validate nothing here
  std::vector<Failure> unreadable;  // the other files could be read
  std::set<std::string> others;     // the inputs that are, or hold, anything else
  std::vector<FoundSchema> schemas;
  std::vector<InputFile> code;  // files that are run: templates, annotated schemas and values, Starlark
  std::set<std::string> files;  // all that could be read
  std::vector<AbsoluteLoad>
      absolute_loads;                      // of `code` outside of `_ytt_lib`, whose libraries have own roots
  std::map<std::string, KnownFile> known;  // the files of the user, by path
  ParsedFiles parsed;                      // those that are parsed as manifests
  std::shared_ptr<Session> read;           // of both
};

// What CustomResourceDefinitions in a directory are, if no input is a schema in another language.
enum class DirectoryDefinitions : uint8_t {
  kAreSchemas,    // like those of a file that the user names
  kAreManifests,  // resources that define the kinds of others
};

// Reads and classifies the inputs in a session based on `target`. Inputs that cannot be read do not affect
// the others, unless a limit is exceeded; the reader hides those of directories afterwards.
InputSummary SummarizeInputs(const DriverOptions& options, InputFileReader& reader, const Session& target,
                             DirectoryDefinitions definitions);

}  // namespace kval::driver
