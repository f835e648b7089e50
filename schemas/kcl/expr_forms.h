#pragma once

#include "src/lang/kcl/sema/type.h"
#include "src/lang/kcl/syntax/expr.h"
#include "src/value/builder.h"

// Forms of KCL's expressions that lines of `check:` are made of.
namespace kval::schemas::kcl {

// Without the parentheses around it.
const kval::kcl::Expr& Bare(const kval::kcl::Expr& expr);
// The operator with its sides exchanged: `<` for `>`.
kval::kcl::CompareOp Mirrored(kval::kcl::CompareOp op);
bool IsConstant(const kval::kcl::Expr& expr, kval::kcl::Constant value);
// `[None, Undefined]` in any order.
bool IsNullishList(const kval::kcl::Expr& expr);
// Null unless the call has exactly one argument, by position.
const kval::kcl::Expr* OnlyArgument(const kval::kcl::CallExpr& call);
// The value of a kind that counts as false, or null for the kinds that have none.
const value::Value* FalsyOf(const kval::kcl::Type& type, value::Builder& build);

}  // namespace kval::schemas::kcl
