#include "src/lang/kcl/sema/decorator_checker.h"

#include <string>

#include "src/lang/kcl/sema/call_checker.h"

namespace kval::kcl::sema {

void DecoratorChecker::CheckDecorators(std::span<const Decorator> decorators) {
  const FunctionParam deprecated[] = {
      {context_.program.ast.names.Intern("version"), {}, types_.string(), true},
      {context_.program.ast.names.Intern("reason"), {}, types_.string(), true},
      {context_.program.ast.names.Intern("strict"), {}, types_.boolean(), true},
  };
  for (const Decorator& decorator : decorators) {
    const NameExpr* name = decorator.callee->As<NameExpr>();
    FunctionType function;
    function.result = types_.any();
    if (!name) {
      diagnostics_.Report(diag::Kind::kKclType, decorator.span, "decorator name must be a single identifier");
      continue;
    }
    if (context_.Text(name->name.symbol) == "deprecated") {
      function.params = deprecated;
    } else if (context_.Text(name->name.symbol) == "info") {
      function.variadic = true;
    } else {
      diagnostics_.Report(diag::Kind::kKclCompile, decorator.span,
                          "UnKnown decorator " + std::string(context_.Text(name->name.symbol)));
      continue;
    }
    calls_.CheckArguments(decorator.callee, decorator.args, function);
  }
}

}  // namespace kval::kcl::sema
