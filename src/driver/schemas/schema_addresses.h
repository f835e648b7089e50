#pragma once

#include <string>
#include <vector>

#include "src/source/source_file.h"
#include "src/support/limits.h"
#include "src/value/value.h"

// The addresses of schemas that files name, for `kval vendor`.
namespace kval::driver {

// Returns the address in the schema modeline of a file, if it has one, and the addresses that a JSON Schema
// refers to. Addresses have no fragment. Reports nothing: files that are not YAML name nothing.
std::vector<std::string> AddressesNamedIn(const source::SourceFile& file, const Limits& limits);

// Returns the addresses that the JSON Schema in a file refers to by `$ref`, except for its own parts and
// meta-schemas. `address`: where the file comes from, the base of relative references. The result is
// empty for files that are not YAML. `is_schema` receives whether the file is a map, as schemas and
// definitions are.
std::vector<std::string> ReferencesOf(const source::SourceFile& file, const std::string& address,
                                      const Limits& limits, bool& is_schema);

}  // namespace kval::driver
