#include <string>
#include <vector>

#include "src/lang/kcl/eval/changes.h"
#include "src/lang/kcl/eval/evaluator.h"
#include "src/lang/kcl/value/arithmetic.h"
#include "src/lang/kcl/value/compare.h"
#include "src/lang/kcl/value/text.h"
#include "src/lang/kcl/value/unite.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {

using runtime::Kind;

// The body of a lambda: statements run in order, the value of the last one is the result.
Value Evaluator::ExecuteBody(Stmts body, Frame* frame) {
  Value result;
  for (const Stmt* stmt : body) {
    if (failed()) {
      return {};
    }
    result = ExecuteLocal(*stmt, frame);
  }
  return result;
}

Value Evaluator::ExecuteLocal(const Stmt& stmt, Frame* frame) {
  trace_.visited = stmt.span;
  switch (stmt.kind) {
    case StmtKind::kExpr: {
      Value result;
      for (const Expr* expr : static_cast<const ExprStmt&>(stmt).exprs) {
        result = Eval(*expr, frame);
      }
      return result;
    }
    case StmtKind::kAssign: {
      const auto& assign = static_cast<const AssignStmt&>(stmt);
      Value value = AssignedValue(stmt, assign.targets.front().name.symbol, frame, nullptr);
      for (const Target& target : assign.targets) {
        AssignLocal(target, value, frame);
      }
      return value;
    }
    case StmtKind::kAugAssign: {
      const auto& augmented = static_cast<const AugAssignStmt&>(stmt);
      Value right = Eval(*augmented.value, frame);
      Value left = LoadPath(EvalName(augmented.target.name, frame), augmented.target.path, frame);
      if (failed()) {
        return {};
      }
      Value value = ApplyBinary(augmented.op, left, right, stmt.span);
      AssignLocal(augmented.target, value, frame);
      return value;
    }
    case StmtKind::kUnification: {
      const auto& unification = static_cast<const UnificationStmt&>(stmt);
      const SchemaInitExpr* init = unification.value;
      Value value = EvalSchemaInit(std::span(&init, 1), frame);
      AssignLocal(unification.target, value, frame);
      return value;
    }
    case StmtKind::kIf:
      for (const IfBranch& branch : static_cast<const IfStmt&>(stmt).branches) {
        if (branch.condition == nullptr || IsTruthy(Eval(*branch.condition, frame))) {
          return ExecuteBody(branch.body, frame);
        }
      }
      return {};
    case StmtKind::kAssert:
      RunAssert(static_cast<const AssertStmt&>(stmt), frame);
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

void Evaluator::AssignLocal(const Target& target, const Value& value, Frame* frame) {
  if (failed()) {
    return;
  }
  const Ref& ref = program_.RefOf(target.name);
  Frame* home = frame;
  for (uint16_t depth = ref.depth; depth > 0 && home != nullptr; --depth) {
    home = home->parent;
  }
  if (ref.kind != RefKind::kLocal || home == nullptr ||
      static_cast<uint32_t>(ref.index) >= home->slot_count) {
    return;
  }
  Value stored =
      target.path.empty() ? value : StorePath(EvalName(target.name, frame), target.path, value, frame);
  home->slots[ref.index] = stored;
}

Value Evaluator::LoadPath(const Value& base, std::span<const KeyStep> path, Frame* frame) {
  Value value = base;
  for (const KeyStep& step : path) {
    if (failed()) {
      return {};
    }
    if (step.kind == KeyStepKind::kIndex) {
      Value index = Eval(*step.expr, frame);
      trace_.place = step.span;
      value = failed() ? Value() : Subscript(*this, value, index);
    } else {
      value = LoadAttribute(value, step.name.symbol, step.span);
    }
  }
  return value;
}

// `base` with the element at `path` replaced.
Value Evaluator::StorePath(const Value& base, std::span<const KeyStep> path, const Value& value,
                           Frame* frame) {
  if (path.empty() || failed()) {
    return value;
  }
  const KeyStep& step = path.front();
  Value index = step.kind == KeyStepKind::kIndex ? Eval(*step.expr, frame)
                                                 : runtime::String(heap_, Text(step.name.symbol), step.span);
  if (failed()) {
    return {};
  }
  trace_.place = step.span;
  if (base.is(Kind::kList) && index.is(Kind::kInt)) {
    std::vector<Value> items(base.items().begin(), base.items().end());
    int64_t size = static_cast<int64_t>(items.size());
    int64_t at = index.integer < 0 ? index.integer + size : index.integer;
    if (at < 0 || at >= size) {
      return FailAt(step.span, Substitute("index out of bounds: the len is {} but the index is {}", size,
                                          index.integer));
    }
    Value& item = items[static_cast<size_t>(at)];
    item = StorePath(item, path.subspan(1), value, frame);
    return runtime::MakeList(heap_, items, base.span);
  }
  if (!base.is_config() || !index.is(Kind::kString)) {
    if (step.kind == KeyStepKind::kIndex) {
      return FailAt(step.span, Substitute("'{}' object is not subscriptable with '{}'", TypeName(base),
                                          TypeName(index)));
    }
    return FailAt(
        step.span,
        Substitute(
            "failed to update the dict. An iterable of key-value pairs was expected, but got {}. Check if "
            "the syntax for updating the dictionary with the attribute '{}' is correct",
            TypeName(base), index.string()));
  }
  Value child = StorePath(base.fields().Get(index.string()), path.subspan(1), value, frame);
  if (failed()) {
    return {};
  }
  const Change change[] = {{index.string(), child, false, step.span}};
  return WithChanges(*this, base, change);
}

void Evaluator::RunAssert(const AssertStmt& stmt, Frame* frame) {
  trace_.visited = stmt.span;
  if (stmt.guard != nullptr && !IsTruthy(Eval(*stmt.guard, frame))) {
    return;
  }
  Value holds = Eval(*stmt.condition, frame);
  Value message = stmt.message == nullptr ? Value() : Eval(*stmt.message, frame);
  if (failed() || IsTruthy(holds)) {
    return;
  }
  trace_.visited = stmt.span;
  FailAt(stmt.span, message.is_empty() ? "assertion failed" : TextOf(message));
}

// Only the last instance among the expression statements is shown (kcl.md, 8).
void Evaluator::AddScalar(const Value& value, bool is_schema) {
  if (is_schema) {
    if (schema_scalar_ < scalars_.size()) {
      scalars_.erase(scalars_.begin() + static_cast<std::ptrdiff_t>(schema_scalar_));
    }
    scalars_.push_back(value);
    schema_scalar_ = scalars_.size() - 1;
  } else {
    scalars_.push_back(value);
  }
}

// The statements of a package in the order of the text: each name gets its final value, whatever the order.
void Evaluator::RunTopLevel(Stmts body, int32_t package) {
  for (const Stmt* stmt : body) {
    auto force = [this, package, stmt](Symbol name) { ForceSetter(package, name, *stmt); };
    if (failed()) {
      return;
    }
    trace_.visited = stmt->span;
    if (const auto* assign = stmt->As<AssignStmt>()) {
      for (const Target& target : assign->targets) {
        force(target.name.symbol);
      }
    } else if (const auto* augmented = stmt->As<AugAssignStmt>()) {
      force(augmented->target.name.symbol);
    } else if (const auto* unification = stmt->As<UnificationStmt>()) {
      force(unification->target.name.symbol);
    } else if (const auto* condition = stmt->As<IfStmt>()) {
      const size_t decision = packages_[static_cast<size_t>(package)].decisions.Find(*condition, package);
      const std::optional<size_t> branch = decision == Decisions::kNone
                                               ? BranchOf(*condition, nullptr)
                                               : DecidedBranch(decision, package, nullptr, nullptr);
      if (branch.has_value() && *branch < condition->branches.size()) {
        RunTopLevel(condition->branches[*branch].body, package);
      }
    } else if (const auto* assertion = stmt->As<AssertStmt>()) {
      RunAssert(*assertion, nullptr);
    } else if (const auto* expression = stmt->As<ExprStmt>()) {
      for (const Expr* expr : expression->exprs) {
        Value value = Eval(*expr, nullptr);
        if (!failed() && expr->kind != ExprKind::kCall && package == 0) {
          AddScalar(value, expr->kind == ExprKind::kSchemaInit);
        }
      }
    }
  }
}

}  // namespace kval::kcl::eval
