#pragma once

#include "src/driver/driver_options.h"
#include "src/driver/libraries/library.h"
#include "src/driver/schemas/detected_schema.h"
#include "src/yaml/document.h"

namespace kval::driver {

struct Session;

// The classification of one YAML file by its parsed documents and `--as`, independent of other files;
// classify.h adds their effect. All code that needs to know whether a file is a schema, and in which
// language, calls ContentOf.
struct ContentClass {
  bool has_schema = false;      // an annotated schema, also one for a private library
  bool has_own_schema = false;  // an annotated schema of this set
  bool has_values = false;      // annotated data values
  bool is_template = false;     // templating without the header of a schema or of values
  DetectedSchema foreign;       // by content only; without templating only
  bool is_json_schema = false;  // by content, or by content and the user's word
  bool is_definitions = false;  // CustomResourceDefinitions and nothing else
};

// `ok`: the text has no errors. `disk_path`: where the file was read.
ContentClass ContentOf(const yaml::File& file, bool has_templating, bool ok, InputRole role,
                       const std::string& disk_path);

// Returns whether the text of a file may be a JSON Schema or a CustomResourceDefinition: a necessary
// condition that is checked without parsing. False for other files and files without content.
bool MayBePlainSchema(const LibraryFile& file);

// The same for a file that was loaded but not parsed yet. Parses it without reporting anything, unless its
// text cannot be that of a schema.
ContentClass ContentOf(const LibraryFile& file, const Session& session);

}  // namespace kval::driver
