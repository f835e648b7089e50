#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/sema/program.h"
#include "src/source/file_reader.h"

// Programs that are schemas for data, whoever judges the data (kcl.md, 12): which files they are made of, and
// which of the schemas in their main package is meant.
namespace kval::kcl {

struct LoadOptions;

// Makes the files that were named the entries of a program, and behind them the other files of their folders
// where those are roots of modules: these were found there.
void AddSchemaFiles(source::FileReader& reader, const std::vector<std::string>& files, LoadOptions& load);

// The names of the schemas in the main package, in the order of the text.
std::vector<std::string_view> SchemaNames(const Program& program);
// The schema of that name, or the first one without a name; null when there is none.
const SchemaStmt* FindSchema(const Program& program, std::string_view name);
// What data may be checked against by that name in the main package: a schema, protocol or rule, or a type
// alias or variable that may stand for one. Null when there is nothing of that name.
const Name* FindSchemaName(const Program& program, std::string_view name);
// The schema (or rule) that the name of a global of the main package is known to stand for, once the program
// is checked: itself, a type alias or a variable. Null without.
const Schema* FindAliasedSchema(const Program& program, std::string_view name);
// What to do about a name that no schema has; empty when there are no schemas.
std::string HintForSchema(const Program& program, std::string_view name);

}  // namespace kval::kcl
