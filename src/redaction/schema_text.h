#pragma once

#include <set>
#include <string>
#include <vector>

#include "src/source/source_file.h"

namespace kval::redaction {

// Removes secrets that are parts of a schema: for a key called `password`, a schema contains the type, the
// pattern and the allowed values, which are public. Defaults and examples remain secret, as do strings with
// the shape of a well-known secret. Schemas are JSON Schemas, recognized by `$schema` or by a name such as
// `app.schema.json`, and `openAPIV3Schema` in definitions of custom resources.
void RemoveSchemaText(const source::SourceFile& file, std::vector<source::Span>& secrets);

// Adds the values that `enum` lists in the schemas of a file. A value that equals one of them is not secret
// elsewhere in messages.
void AddAllowedValues(const source::SourceFile& file, std::set<std::string, std::less<>>* values);

}  // namespace kval::redaction
