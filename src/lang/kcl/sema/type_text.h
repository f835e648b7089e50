#pragma once

#include <string>
#include <string_view>

#include "src/lang/kcl/sema/type.h"

// Types as KCL's checker prints them.
namespace kval::kcl {

// `int`, `str(a)`, `[int | str]`, `{str:int}`; very long ones are cut.
std::string TypeText(const Type* type, const Interner& names);
// The same of a literal's type.
std::string LiteralText(const Type* type);
// `int`, `NoneType`: kinds that are all of their type's text; empty for others.
std::string_view PlainName(TypeKind kind);

}  // namespace kval::kcl
