#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/expr_builder.h"
#include "src/lang/cel/parse_options.h"

namespace kval::cel {

struct MacroFault {
  uint32_t at = 0;
  std::string message;  // empty when the expression became too large
};

// A call that the parser replaces by what it stands for.
struct MacroEntry {
  std::string_view name;
  size_t arg_count;
  bool is_member;
  // Null, with the fault, when the arguments are not what the macro needs. `target` is null for global ones.
  Expr* (*expand)(ExprBuilder& builder, Expr* target, const std::vector<Expr*>& args, MacroFault& fault);
};

// Null when the call is none. `target` is null for global ones; that of a member tells macros of a namespace
// (`cel.bind`) from others.
const MacroEntry* FindMacro(std::string_view name, size_t arg_count, const Expr* target,
                            const ParseOptions& options);

}  // namespace kval::cel
