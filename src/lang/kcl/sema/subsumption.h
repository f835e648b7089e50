#pragma once

#include "src/lang/kcl/sema/type.h"

// Compatibility of types. A comparison that exceeds the step limit is abandoned, and the types count as
// compatible.
//
// Source: KCL's crates/sema/src/ty (unify.rs, context.rs).
namespace kval::kcl {

// Whether a value of type `from` is assignable to `to`.
bool Assignable(const Type* from, const Type* to);
// The same; unless `any_left`, `any` as `from` is not assignable to every type.
bool Subsumes(const Type* from, const Type* to, bool any_left);

}  // namespace kval::kcl
