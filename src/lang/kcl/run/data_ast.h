#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/ast.h"
#include "src/value/value.h"

namespace kval::kcl::run {

// A document as an expression of KCL, every node with the span that it has in the document: mappings are
// configs whose entries are `key: value`, and instances of `schema` where it has a value: the document
// itself, or each element of a list. Reports keys that are no strings, integers beyond 64 bits and what the
// context has no room for, and gives null.
const Expr* DataExpr(AstContext& context, const value::Value& data, const Name& schema,
                     std::string_view format, diag::Emitter& emitter);

}  // namespace kval::kcl::run
