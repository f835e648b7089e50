#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/sema/program.h"
#include "src/source/file_reader.h"

// KCL programs used as schemas for data, independently of the code that validates the data (kcl.md, 12):
// their files, and the selected schema of their main package.
namespace kval::kcl {

struct LoadOptions;

// Adds the named files as entries of a program, then the other files of their directories if these are module
// roots; the latter count as found, not named.
void AddSchemaFiles(source::FileReader& reader, const std::vector<std::string>& files, LoadOptions& load);

// Returns the names of the schemas in the main package, in source order.
std::vector<std::string_view> SchemaNames(const Program& program);
// Returns the schema with a name, or the first schema if `name` is empty; null if there is none.
const SchemaStmt* FindSchema(const Program& program, std::string_view name);
// Returns the declaration of that name in the main package that data may be validated against: a schema,
// protocol or rule, or a type alias or variable that may denote one. Returns null if there is none.
const Name* FindSchemaName(const Program& program, std::string_view name);
// Returns the schema or rule that a global of the main package denotes: itself, or through a type alias or a
// variable. Returns null if there is none. Requires a checked program.
const Schema* FindAliasedSchema(const Program& program, std::string_view name);
// Returns a hint for a name that no schema has; empty if there are no schemas.
std::string HintForSchema(const Program& program, std::string_view name);

}  // namespace kval::kcl
