#pragma once

#include "src/lang/kcl/sema/context.h"

namespace kval::kcl::sema {

// Records that code at `at` names a member of a value of type `object`, if the program records such uses;
// null: the type is unknown. Members of modules and strings are not recorded.
void NoteMemberUse(source::Span at, Symbol name, const Type* object, Context& context);

// Records that code at `at` names the member that is declared at `declared`.
void NoteDeclaredMember(source::Span at, Symbol name, source::Span declared, Context& context);

}  // namespace kval::kcl::sema
