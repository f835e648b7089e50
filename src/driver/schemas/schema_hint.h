#pragma once

#include <string>

#include "annotations/data/specs.h"
#include "src/support/substitute.h"

namespace kval::driver {

// Returns the hint of KV005 for inputs without a schema: which files are schemas, and how to configure them
// in a project file.
inline std::string SchemaHint() {
  return Substitute(
      "name the schema with `-f`: a YAML document that begins with `#@{}`, a KCL file, or a JSON Schema, "
      "known by its `$schema` or by `--as schema=FILE`; or run `kval init`, which writes a project file that "
      "says which schema checks which files",
      annotations::kDataValuesSchema.name);
}

}  // namespace kval::driver
