#pragma once

#include <optional>

#include "schemas/kcl/module.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/translatable.h"

namespace kval::schemas::kcl {

// A check line as a Starlark expression about the instance `v`, always a bool. Nothing when it uses more of
// KCL than operators, comparisons, comprehensions and a few functions, or names from outside the schema.
std::optional<types::Translatable::Text> InStarlark(const kval::kcl::CheckLine& line,
                                                    const kval::kcl::Schema& schema, const Module& module);

}  // namespace kval::schemas::kcl
