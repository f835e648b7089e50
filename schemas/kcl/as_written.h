#pragma once

#include <optional>
#include <string>

#include "schemas/kcl/module.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/translatable.h"

namespace kval::schemas::kcl {

// What a name refers to in an instance of the schema.
const kval::kcl::Ref& RefOf(const kval::kcl::Name& name, const kval::kcl::Schema& schema,
                            const Module& module);

// The text of a message; where it reads values, the places are as they were written: `n is ${n}`. Nothing for
// any other expression.
std::optional<std::string> MessageOf(const kval::kcl::Expr& message, const Module& module);

// A check line, or the expression of an attribute, as it is written, when it means the same in another
// program: names only attributes, built-in functions and KCL's own modules.
std::optional<types::Translatable::Text> AsWritten(const kval::kcl::CheckLine& line,
                                                   const kval::kcl::Schema& schema, const Module& module);
std::optional<types::Translatable::Text> AsWritten(const kval::kcl::Expr& expr,
                                                   const kval::kcl::Schema& schema, const Module& module);

}  // namespace kval::schemas::kcl
