#pragma once

#include <string>

#include "annotations/data/specs.h"
#include "src/support/substitute.h"

namespace kval::driver {

// The hint of KV005 where no input is a schema: which files are, and how a project names them once for all.
inline std::string SchemaHint() {
  return Substitute(
      "name the schema with `-f`: a YAML document that begins with `#@{}`, a KCL file, or a JSON Schema, "
      "known by its `$schema` or by `--as schema=FILE`; or run `kval init`, which writes a project file that "
      "says which schema checks which files",
      annotations::kDataValuesSchema.name);
}

}  // namespace kval::driver
