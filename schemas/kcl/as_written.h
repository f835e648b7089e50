#pragma once

#include <optional>
#include <string>

#include "schemas/kcl/module.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/translatable.h"

namespace kval::schemas::kcl_language {

// What a name means in an instance of the schema.
const kcl::Ref& RefOf(const kcl::Name& name, const kcl::Schema& schema, const Module& module);

// The text of a message; where it reads values, the places are as they were written: `n is ${n}`. Nothing for
// any other expression.
std::optional<std::string> MessageOf(const kcl::Expr& message, const Module& module);

// A check line, or the expression of an attribute, as it is written, when it means the same in another
// program: names only attributes, built-in functions and KCL's own modules.
std::optional<types::Translatable::Text> AsWritten(const kcl::CheckLine& line, const kcl::Schema& schema,
                                                   const Module& module);
std::optional<types::Translatable::Text> AsWritten(const kcl::Expr& expr, const kcl::Schema& schema,
                                                   const Module& module);

}  // namespace kval::schemas::kcl_language
