#pragma once

#include <optional>

#include "schemas/kcl/schema_module.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/source_printer.h"

namespace kval::schemas::kcl {

// Translates a check line to a Starlark expression about the instance `v`, which always returns a bool.
// Returns nullopt if the line uses features other than operators, comparisons, comprehensions and some
// functions, or names from outside the schema.
std::optional<types::SourcePrinter::PrintedSource> TranslateToStarlark(const kval::kcl::CheckLine& line,
                                                                       const kval::kcl::Schema& schema,
                                                                       const SchemaModule& module);

}  // namespace kval::schemas::kcl
