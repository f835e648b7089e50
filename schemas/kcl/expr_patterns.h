#pragma once

#include "src/lang/kcl/sema/type.h"
#include "src/lang/kcl/syntax/expr.h"
#include "src/value/builder.h"

// Helpers for matching KCL expressions in `check:` lines.
namespace kval::schemas::kcl {

// Returns the expression without enclosing parentheses.
const kval::kcl::Expr& IgnoreParens(const kval::kcl::Expr& expr);
// Returns the operator for swapped operands: `<` for `>`.
kval::kcl::CompareOp SwapComparison(kval::kcl::CompareOp op);
// Returns whether the expression is this constant.
bool IsConstant(const kval::kcl::Expr& expr, kval::kcl::Constant value);
// Returns whether the expression is `[None, Undefined]`, in any order.
bool IsNullishList(const kval::kcl::Expr& expr);
// Returns the argument of a call with exactly one positional argument; otherwise null.
const kval::kcl::Expr* OnlyArgument(const kval::kcl::CallExpr& call);
// Returns the falsy value of a type; null for types without one.
const value::Value* FalsyOf(const kval::kcl::Type& type, value::Builder& build);

}  // namespace kval::schemas::kcl
