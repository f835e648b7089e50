#pragma once

#include <string>

#include "annotations/data/specs.h"
#include "src/support/substitute.h"

namespace kval::driver {

// Returns the hint of KV005 for inputs without a schema: what a schema is, and where to name it.
inline std::string SchemaHint() {
  return Substitute(
      "name a schema with `-f` (annotated YAML that begins with `#@{}`, KCL or JSON Schema), or run `kval "
      "init` to write a "
      "project file that names the schemas of all files",
      annotations::kDataValuesSchema.name);
}

}  // namespace kval::driver
