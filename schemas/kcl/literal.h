#pragma once

#include "src/lang/kcl/syntax/expr.h"
#include "src/support/interner.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl {

// The value of a literal: a number without unit, a string, True or False; null for any other expression.
const value::Value* LiteralValue(const kval::kcl::Expr& expr, value::Builder& build);

// The same for None, for lists of literals, and for configs with plain keys, with or without a schema name;
// of an instance, only the written attributes.
const value::Value* LiteralTree(const kval::kcl::Expr& expr, const Interner& names, value::Builder& build);

}  // namespace kval::schemas::kcl
