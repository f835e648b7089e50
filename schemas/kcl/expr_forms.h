#pragma once

#include "src/lang/kcl/sema/type.h"
#include "src/lang/kcl/syntax/expr.h"
#include "src/value/builder.h"

// Forms of KCL's expressions that lines of `check:` are made of.
namespace kval::schemas::kcl_language {

// Without the parentheses around it.
const kcl::Expr& Bare(const kcl::Expr& expr);
// The operator with its sides exchanged: `<` for `>`.
kcl::CompareOp Mirrored(kcl::CompareOp op);
bool IsConstant(const kcl::Expr& expr, kcl::Constant value);
// `[None, Undefined]` in any order.
bool IsNullishList(const kcl::Expr& expr);
// Null unless the call has exactly one argument, by position.
const kcl::Expr* OnlyArgument(const kcl::CallExpr& call);
// The value of a kind that counts as false, or null for the kinds that have none.
const value::Value* FalsyOf(const kcl::Type& type, value::Builder& build);

}  // namespace kval::schemas::kcl_language
