#pragma once

#include <span>
#include <string>
#include <unordered_set>

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/global_table.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

// Calls of functions, lambdas and schemas.
class CallChecker {
 public:
  CallChecker(Walker& walker, Context& context, GlobalTable& globals)
      : walker_(walker),
        context_(context),
        globals_(globals),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  const Type* WalkCall(const CallExpr& expr);
  void CheckArguments(const Expr* callee, std::span<const Argument> args, const FunctionType& function);
  void WalkArguments(std::span<const Argument> args);
  // Returns the signature of a schema's constructor.
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
  GlobalTable& globals_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
