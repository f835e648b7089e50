#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/lang/kcl/syntax/ast.h"
#include "src/value/value.h"

namespace kval::kcl::run {

// Returns a document as a KCL expression; every node has its span in the document. Mappings become configs
// with `key: value` entries, and instances of `schema` if it has a value: the document itself, or each
// element of a list. Reports non-string keys, integers beyond 64 bits and nodes beyond the limit of the
// context, and returns null.
const Expr* DataExpr(AstContext& context, const value::Value& data, const Name& schema,
                     std::string_view format, diag::Emitter& emitter);

}  // namespace kval::kcl::run
