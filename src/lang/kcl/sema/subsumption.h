#pragma once

#include "src/lang/kcl/sema/type.h"

// Which types stand for which. A comparison that takes too many steps is given up: the types fit then.
//
// Source of the rules: KCL's crates/sema/src/ty (unify.rs, context.rs).
namespace kval::kcl {

// Whether a value of type `from` may stand where `to` is expected.
bool Assignable(const Type* from, const Type* to);
// The same without the licence of `any` on the left.
bool Subsumes(const Type* from, const Type* to, bool any_left);

}  // namespace kval::kcl
