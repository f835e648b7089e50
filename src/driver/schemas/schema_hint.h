#pragma once

#include <string>

#include "annotations/data/specs.h"
#include "src/support/substitute.h"

namespace kval::driver {

// The hint of KV005 where no input is known as a schema: what is known as one.
inline std::string SchemaHint() {
  return Substitute(
      "name the schema with `-f`: a YAML document that begins with `#@{}`, a KCL file, or a JSON Schema, "
      "known by its `$schema` or by `--as schema=FILE`",
      annotations::kDataValuesSchema.name);
}

}  // namespace kval::driver
