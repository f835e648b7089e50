#pragma once

#include <string>
#include <string_view>

#include "src/lang/kcl/sema/type.h"

// Types as KCL's checker prints them.
namespace kval::kcl {

// Returns the type as text, truncated if long: `int`, `str(a)`, `[int | str]`, `{str:int}`.
std::string TypeText(const Type* type, const Interner& names);
// Returns the literal of a literal type.
std::string LiteralText(const Type* type);
// `int`, `NoneType`: kinds that are all of their type's text; empty for others.
std::string_view PlainName(TypeKind kind);

}  // namespace kval::kcl
