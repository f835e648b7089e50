#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/expr_builder.h"
#include "src/lang/cel/parse_options.h"

namespace kval::cel {

struct MacroError {
  uint32_t at = 0;
  std::string message;  // empty when the expression became too large
};

// A call that the parser expands.
struct MacroEntry {
  std::string_view name;
  size_t arg_count;
  bool is_member;
  // Expands a macro. Errors: returns null and sets `error` if the arguments are invalid. `target` is null for
  // global macros.
  Expr* (*expand)(ExprBuilder& builder, Expr* target, const std::vector<Expr*>& args, MacroError& error);
};

// Returns null if the call is not a macro. `target` is null for global calls; the target of a member call
// distinguishes macros of a namespace (`cel.bind`).
const MacroEntry* FindMacro(std::string_view name, size_t arg_count, const Expr* target,
                            const ParseOptions& options);

}  // namespace kval::cel
