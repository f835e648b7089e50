#include "src/lang/cel/expr_builder.h"

#include <vector>

#include "src/support/native_stack.h"

namespace kval::cel {
namespace {

// Nested macros can copy an operand repeatedly.
constexpr uint64_t kMostCopies = 1'000'000;

struct NamedOp {
  std::string_view name;
  Op op;
};
constexpr NamedOp kOps[] = {
    {"_&&_", Op::kAnd},
    {"_||_", Op::kOr},
    {"_?_:_", Op::kConditional},
    {"_==_", Op::kEqual},
    {"_!=_", Op::kNotEqual},
    {"_[_]", Op::kIndex},
    {"_[?_]", Op::kOptionalIndex},
    {"_?._", Op::kOptionalSelect},
    {"@in", Op::kIn},
    {"@not_strictly_false", Op::kNotStrictlyFalse},
};

}  // namespace

Op OpOf(std::string_view function) {
  for (const NamedOp& known : kOps) {
    if (known.name == function) {
      return known.op;
    }
  }
  return Op::kFunction;
}

Expr* ExprBuilder::New(ExprKind kind) {
  auto* expr = arena_.New<Expr>();
  expr->kind = kind;
  expr->at = at_;
  expr->begin = begin_;
  expr->end = end_;
  return expr;
}

Expr* ExprBuilder::Literal(Value value) {
  Expr* literal = New(ExprKind::kLiteral);
  literal->literal = value;
  literal->is_constant = true;
  return literal;
}

Expr* ExprBuilder::Ident(std::string_view name) {
  Expr* ident = New(ExprKind::kIdent);
  ident->name = name;
  return ident;
}

Expr* ExprBuilder::Select(Expr* operand, std::string_view field) {
  Expr* select = New(ExprKind::kSelect);
  select->operand = operand;
  select->name = field;
  return select;
}

Expr* ExprBuilder::Call(std::string_view function, std::initializer_list<Expr*> args) {
  Expr* call = New(ExprKind::kCall);
  call->name = function;
  call->op = OpOf(function);
  call->is_implicit = true;
  call->args = arena_.Copy(std::span<Expr* const>(args.begin(), args.size()));
  return call;
}

Expr* ExprBuilder::MemberCall(std::string_view function, std::initializer_list<Expr*> args) {
  Expr* call = Call(function, args);
  call->is_member = true;
  return call;
}

Expr* ExprBuilder::List(std::initializer_list<Expr*> items) {
  Expr* list = New(ExprKind::kList);
  list->is_implicit = true;
  list->args = arena_.Copy(std::span<Expr* const>(items.begin(), items.size()));
  return list;
}

Expr* ExprBuilder::Copy(const Expr* expr) {
  NeedStack();
  if (expr == nullptr || ++copied_ > kMostCopies) {
    return nullptr;
  }
  Expr* copy = arena_.New<Expr>(*expr);
  const auto copy_into = [this](Expr*& place, const Expr* from) { return (place = Copy(from)) != nullptr; };
  if (expr->operand != nullptr && !copy_into(copy->operand, expr->operand)) {
    return nullptr;
  }
  std::vector<Expr*> args;
  for (const Expr* arg : expr->args) {
    args.push_back(Copy(arg));
    if (args.back() == nullptr) {
      return nullptr;
    }
  }
  copy->args = arena_.Copy(std::span<Expr* const>(args));
  if (expr->comprehension != nullptr) {
    const Comprehension& from = *expr->comprehension;
    auto* loop = arena_.New<Comprehension>(from);
    copy->comprehension = loop;
    const bool done = copy_into(loop->range, from.range) && copy_into(loop->initial, from.initial) &&
                      copy_into(loop->condition, from.condition) && copy_into(loop->step, from.step) &&
                      copy_into(loop->result, from.result);
    return done ? copy : nullptr;
  }
  return copy;
}

}  // namespace kval::cel
