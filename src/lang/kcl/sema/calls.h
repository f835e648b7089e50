#pragma once

#include <span>
#include <string>
#include <unordered_set>

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/globals.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

// Calls of functions, lambdas and schemas.
class Calls {
 public:
  Calls(Walker& walker, Context& context, Globals& globals)
      : walker_(walker),
        context_(context),
        globals_(globals),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  const Type* WalkCall(const CallExpr& expr);
  void CheckArguments(const Expr* callee, std::span<const Argument> args, const FunctionType& function);
  void WalkArguments(std::span<const Argument> args);
  // What calling a schema takes.
  FunctionType FunctionOfSchema(const Schema& schema) const;

 private:
  const FunctionParam* CheckKeyword(const std::string& callee, const Argument& arg,
                                    const FunctionType& function);
  void CheckEnough(const Expr* callee, size_t positional, const std::unordered_set<Symbol>& keywords,
                   const FunctionType& function);
  std::string CalleeName(const Expr* callee) const;
  std::string CalleeWithModule(const Expr* callee) const;
  const Type* LambdaBefore(const Expr* callee) const;

  Walker& walker_;
  Context& context_;
  Globals& globals_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
