#include "src/lang/cel/resolver.h"

#include "src/lang/cel/checker.h"
#include "src/support/native_stack.h"

namespace kval::cel {

void Resolver::Resolve(Expr* expr) {
  NeedStack();
  switch (expr->kind) {
    case ExprKind::kLiteral:
      return;
    case ExprKind::kIdent:
      if (const auto found = scopes_.Find(expr->name)) {
        SetResolution(expr, *found);
      }
      return;
    case ExprKind::kSelect: {
      const auto name = expr->is_test ? std::nullopt : QualifiedName(*expr);
      const auto found = name ? scopes_.Find(*name) : std::nullopt;
      if (found && found->named == nullptr) {
        SetResolution(expr, *found);
      } else {
        Resolve(expr->operand);
      }
      return;
    }
    case ExprKind::kCall:
      ResolveCall(expr);
      return;
    case ExprKind::kList:
    case ExprKind::kMap:
      for (Expr* arg : expr->args) {
        Resolve(arg);
      }
      return;
    case ExprKind::kObject:
      errors_.push_back({expr->at, "unknown type: " + std::string(expr->name)});
      return;
    case ExprKind::kComprehension:
      ResolveComprehension(*expr->comprehension);
      return;
  }
}

void Resolver::ResolveCall(Expr* expr) {
  if (expr->is_member) {
    const auto name_space = QualifiedName(*expr->args[0]);
    const auto overloads = name_space ? scopes_.FindFunction(*name_space + "." + std::string(expr->name))
                                      : std::span<const Overload* const>();
    if (!overloads.empty()) {
      DropTarget(expr, overloads[0]->function);
    }
  }
  for (Expr* arg : expr->args) {
    Resolve(arg);
  }
  if (expr->op != Op::kFunction) {
    return;
  }
  const auto overloads = scopes_.FindFunction(expr->name);
  // A function with one implementation is bound before it runs, so that the number of arguments must be
  // right.
  const bool is_bound = overloads.size() == 1 && overloads[0]->params.size() != expr->args.size();
  if (is_bound || (overloads.empty() && expr->args.empty())) {
    errors_.push_back({expr->at, "no such overload: " + std::string(expr->name)});
  }
  std::vector<const Overload*> fitting;
  for (const Overload* overload : overloads) {
    if (overload->params.size() == expr->args.size()) {
      fitting.push_back(overload);
    }
  }
  expr->overloads = arena_.Copy(std::span<const Overload* const>(fitting));
}

void Resolver::ResolveComprehension(Comprehension& loop) {
  Resolve(loop.range);
  Resolve(loop.initial);
  loop.accumulator_slot = scopes_.Push(loop.accumulator, &kDynType);
  loop.slot = scopes_.Push(loop.variable, &kDynType);
  if (HasSecondVariable(loop)) {
    loop.second_slot = scopes_.Push(loop.second_variable, &kDynType);
  }
  Resolve(loop.condition);
  Resolve(loop.step);
  scopes_.Pop();
  if (HasSecondVariable(loop)) {
    scopes_.Pop();
  }
  Resolve(loop.result);
  scopes_.Pop();
}

}  // namespace kval::cel
