#pragma once

#include "src/lang/kcl/syntax/expr.h"
#include "src/support/interner.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl {

// Returns the value of a literal: a number without unit, a string, True or False; null for other expressions.
const value::Value* LiteralValue(const kval::kcl::Expr& expr, value::Builder& build);

// Also returns the values of None, of lists of literals, and of configs with plain keys, with or without a
// schema name. The value of an instance has only the attributes in the source.
const value::Value* LiteralTree(const kval::kcl::Expr& expr, const Interner& names, value::Builder& build);

}  // namespace kval::schemas::kcl
