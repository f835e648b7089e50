#pragma once

#include <optional>

#include "schemas/kcl/module.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/translatable.h"

namespace kval::schemas::kcl {

// Translates a check line to a Starlark expression about the instance `v`, which always returns a bool.
// Returns nullopt if the line uses features other than operators, comparisons, comprehensions and some
// functions, or names from outside the schema.
std::optional<types::Translatable::Text> InStarlark(const kval::kcl::CheckLine& line,
                                                    const kval::kcl::Schema& schema, const Module& module);

}  // namespace kval::schemas::kcl
