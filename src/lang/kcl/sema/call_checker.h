#pragma once

#include <span>
#include <string>
#include <unordered_set>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// Calls of functions, lambdas and schemas.
class CallChecker : private Components {
 public:
  explicit CallChecker(const Components& components) : Components(components) {}

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
};

}  // namespace kval::kcl::sema
