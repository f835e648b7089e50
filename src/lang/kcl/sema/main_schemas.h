#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/sema/program.h"
#include "src/source/file_reader.h"

// Programs that are schemas for data, independently of the validator of the data (kcl.md, 12): their files,
// and the selected schema of their main package.
namespace kval::kcl {

struct LoadOptions;

// Adds the named files as entries of a program, and after them the other files of their directories if those
// are roots of modules; these count as found there.
void AddSchemaFiles(source::FileReader& reader, const std::vector<std::string>& files, LoadOptions& load);

// The names of the schemas in the main package, in the order of the text.
std::vector<std::string_view> SchemaNames(const Program& program);
// The schema of that name, or the first one without a name; null when there is none.
const SchemaStmt* FindSchema(const Program& program, std::string_view name);
// Returns the declaration of that name in the main package that data may be validated against: a schema,
// protocol or rule, or a type alias or variable that may denote one. Returns null if there is none.
const Name* FindSchemaName(const Program& program, std::string_view name);
// Returns the schema or rule that a global of the main package denotes: itself, or through a type alias or a
// variable. Returns null if there is none. Requires a checked program.
const Schema* FindAliasedSchema(const Program& program, std::string_view name);
// What to do about a name that no schema has; empty when there are no schemas.
std::string HintForSchema(const Program& program, std::string_view name);

}  // namespace kval::kcl
