#include "src/lang/kcl/eval/statements.h"

#include "src/lang/kcl/eval/name_evaluator.h"
#include "src/lang/kcl/eval/operators.h"
#include "src/lang/kcl/eval/paths.h"
#include "src/lang/kcl/eval/type_conversion.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/size_estimate.h"

namespace kval::kcl::eval {

using runtime::Kind;

Value Statements::Run(Stmts body, Frame* frame) {
  Value result;
  for (const Stmt* stmt : body) {
    if (context_.failed()) {
      return {};
    }
    result = RunOne(*stmt, frame);
  }
  return result;
}

Value Statements::RunOne(const Stmt& stmt, Frame* frame) {
  context_.trace().visited = stmt.span;
  switch (stmt.kind) {
    case StmtKind::kExpr: {
      Value result;
      for (const Expr* expr : static_cast<const ExprStmt&>(stmt).exprs) {
        result = whole_.Eval(*expr, frame);
      }
      return result;
    }
    case StmtKind::kAssign: {
      const auto& assign = static_cast<const AssignStmt&>(stmt);
      Value value = AssignedValue(assign, frame);
      for (const Target& target : assign.targets) {
        Assign(target, value, frame);
      }
      return value;
    }
    case StmtKind::kAugAssign: {
      const auto& augmented = static_cast<const AugAssignStmt&>(stmt);
      Value right = whole_.Eval(*augmented.value, frame);
      Value left = paths_.Load(names_.Eval(augmented.target.name, frame), augmented.target.path, frame);
      if (context_.failed()) {
        return {};
      }
      Value value = Apply(whole_, context_, augmented.op, left, right, stmt.span);
      Assign(augmented.target, value, frame);
      return value;
    }
    case StmtKind::kUnification: {
      const auto& unification = static_cast<const UnificationStmt&>(stmt);
      const SchemaInitExpr* init = unification.value;
      Value value = whole_.EvalSchemaInit(std::span(&init, 1), frame);
      Assign(unification.target, value, frame);
      return value;
    }
    case StmtKind::kIf:
      for (const IfBranch& branch : static_cast<const IfStmt&>(stmt).branches) {
        if (branch.condition == nullptr || IsTruthy(whole_.Eval(*branch.condition, frame))) {
          return Run(branch.body, frame);
        }
      }
      return {};
    case StmtKind::kAssert:
      Assert(static_cast<const AssertStmt&>(stmt), frame);
      return {};
    case StmtKind::kImport:
    case StmtKind::kTypeAlias:
    case StmtKind::kSchema:
    case StmtKind::kRule:
    case StmtKind::kAttribute:
      break;
  }
  return {};
}

Value Statements::AssignedValue(const AssignStmt& stmt, Frame* frame) {
  Value value = whole_.Eval(*stmt.value, frame);
  if (context_.failed() || stmt.type == nullptr) {
    return context_.failed() ? Value() : value;
  }
  return types_.Require(value, context_.program().TypeOf(*stmt.type), false, stmt.value->span);
}

void Statements::Assign(const Target& target, const Value& value, Frame* frame) {
  if (context_.failed()) {
    return;
  }
  const Ref& ref = context_.program().RefOf(target.name);
  Frame* home = frame;
  for (uint16_t depth = ref.depth; depth > 0 && home != nullptr; --depth) {
    home = home->parent;
  }
  if (ref.kind != RefKind::kLocal || home == nullptr ||
      static_cast<uint32_t>(ref.index) >= home->slot_count) {
    return;
  }
  Value stored =
      target.path.empty() ? value : paths_.Store(names_.Eval(target.name, frame), target.path, value, frame);
  home->slots[ref.index] = stored;
}

void Statements::Assert(const AssertStmt& stmt, Frame* frame) {
  context_.trace().visited = stmt.span;
  if (stmt.guard != nullptr && !IsTruthy(whole_.Eval(*stmt.guard, frame))) {
    return;
  }
  Value holds = whole_.Eval(*stmt.condition, frame);
  Value message = stmt.message == nullptr ? Value() : whole_.Eval(*stmt.message, frame);
  if (context_.failed() || IsTruthy(holds)) {
    return;
  }
  context_.trace().visited = stmt.span;
  context_.FailAt(stmt.span, message.is_empty() ? "assertion failed" : ToBoundedString(whole_, message));
}

}  // namespace kval::kcl::eval
