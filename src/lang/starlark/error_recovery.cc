#include "src/lang/starlark/error_recovery.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace kval::starlark {
namespace {

constexpr size_t kMostErrors = 100;
constexpr size_t kMostCalls = 3;

// Whether leaving out the code leaves nothing undone but nodes and names.
bool CanLeaveOut(Block block);

bool CanLeaveOut(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::kExpr:
    case StmtKind::kReturn:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
      return false;
    case StmtKind::kAssign: {
      const ExprKind target = static_cast<const AssignStmt&>(stmt).target->kind;
      return target != ExprKind::kIndex && target != ExprKind::kDot;
    }
    case StmtKind::kIf: {
      const auto& choice = static_cast<const IfStmt&>(stmt);
      return CanLeaveOut(choice.otherwise) &&
             std::all_of(choice.clauses.begin(), choice.clauses.end(),
                         [](const IfClause& clause) { return CanLeaveOut(clause.body); });
    }
    case StmtKind::kFor:
      return CanLeaveOut(static_cast<const ForStmt&>(stmt).body);
    case StmtKind::kWhile:
      return CanLeaveOut(static_cast<const WhileStmt&>(stmt).body);
    case StmtKind::kDef:
    case StmtKind::kLoad:
    case StmtKind::kHost:
      return true;
  }
  return false;
}

bool CanLeaveOut(Block block) {
  return std::all_of(block.begin(), block.end(), [](const Stmt* stmt) { return CanLeaveOut(*stmt); });
}

// Whether all that an assignment changes are names.
bool AssignsNames(const Expr& target) {
  if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
    const auto& items = static_cast<const SequenceExpr&>(target).items;
    return std::all_of(items.begin(), items.end(), [](const Expr* item) { return AssignsNames(*item); });
  }
  return target.kind == ExprKind::kName;
}

}  // namespace

bool ErrorRecovery::CanContinue(const EvalError& error) const {
  return recovers_ && !IsLimit(error) && errors_.size() < kMostErrors;
}

bool ErrorRecovery::CanSkip(const Stmt& stmt, const EvalError& error) {
  if (!CanContinue(error)) {
    return false;
  }
  switch (stmt.kind) {
    case StmtKind::kHost:
      // Without code it is the structure of the template that failed.
      if (static_cast<const HostStmt&>(stmt).arguments.empty()) {
        return false;
      }
      break;
    case StmtKind::kAssign: {
      const Expr& target = *static_cast<const AssignStmt&>(stmt).target;
      if (!AssignsNames(target)) {
        return false;
      }
      TaintTargets(target);
      break;
    }
    case StmtKind::kDef:
      variables_.Poison(*static_cast<const DefStmt&>(stmt).name);
      break;
    case StmtKind::kLoad:
      for (const LoadedName& name : static_cast<const LoadStmt&>(stmt).names) {
        variables_.Poison(*name.local);
      }
      break;
    case StmtKind::kExpr:  // `fail(…)`, `assert.…`: following code relies on it
    case StmtKind::kReturn:
    case StmtKind::kIf:  // heads were seen to, so something inside must stop
    case StmtKind::kFor:
    case StmtKind::kWhile:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
      return false;
  }
  return true;
}

Status ErrorRecovery::LeaveOut(EvalFailure failed, std::span<const Block> blocks, const Expr* target) {
  std::unique_ptr<EvalError> error = std::move(failed).Take();
  const bool can =
      CanContinue(*error) &&
      std::all_of(blocks.begin(), blocks.end(), [](Block block) { return CanLeaveOut(block); }) &&
      (target == nullptr || AssignsNames(*target));
  if (!can) {
    return EvalFailure(std::move(error));
  }
  if (target != nullptr) {
    TaintTargets(*target);
  }
  for (const Block block : blocks) {
    TaintAssigned(block);
  }
  Note(EvalFailure(std::move(error)));
  return Success{};
}

void ErrorRecovery::Note(EvalFailure failed) {
  const std::unique_ptr<EvalError> error = std::move(failed).Take();
  std::vector<EvalError> all = std::move(error->others);
  error->others.clear();
  all.insert(all.begin(), std::move(*error));
  for (EvalError& one : all) {
    const auto known = std::find_if(errors_.begin(), errors_.end(), [&one](const EvalError& failure) {
      return failure.at == one.at && failure.is_reported == one.is_reported &&
             (one.is_reported || failure.message == one.message);
    });
    if (known == errors_.end()) {
      errors_.push_back(std::move(one));
      continue;
    }
    const source::Span call = one.stack.empty() ? source::Span() : one.stack.back().call;
    const bool is_new = call.has_value() && !known->stack.empty() && known->stack.back().call != call &&
                        std::find(known->further_calls.begin(), known->further_calls.end(), call) ==
                            known->further_calls.end();
    if (is_new && known->further_calls.size() < kMostCalls) {
      known->further_calls.push_back(call);
    }
  }
}

EvalFailure ErrorRecovery::Errors() {
  // Silent ones matter only when there is nothing else to say.
  std::stable_partition(errors_.begin(), errors_.end(),
                        [](const EvalError& failure) { return !failure.is_reported; });
  auto first = std::make_unique<EvalError>(std::move(errors_.front()));
  for (size_t i = 1; i < errors_.size(); ++i) {
    first->others.push_back(std::move(errors_[i]));
  }
  return EvalFailure(std::move(first));
}

void ErrorRecovery::TaintTargets(const Expr& target) {
  if (target.kind == ExprKind::kName) {
    variables_.Poison(static_cast<const NameExpr&>(target));
  } else if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
    for (const Expr* item : static_cast<const SequenceExpr&>(target).items) {
      TaintTargets(*item);
    }
  }
}

void ErrorRecovery::TaintAssigned(Block block) {
  for (const Stmt* stmt : block) {
    switch (stmt->kind) {
      case StmtKind::kAssign:
        TaintTargets(*static_cast<const AssignStmt*>(stmt)->target);
        break;
      case StmtKind::kIf:
        for (const IfClause& clause : static_cast<const IfStmt*>(stmt)->clauses) {
          TaintAssigned(clause.body);
        }
        TaintAssigned(static_cast<const IfStmt*>(stmt)->otherwise);
        break;
      case StmtKind::kFor:
        TaintTargets(*static_cast<const ForStmt*>(stmt)->target);
        TaintAssigned(static_cast<const ForStmt*>(stmt)->body);
        break;
      case StmtKind::kWhile:
        TaintAssigned(static_cast<const WhileStmt*>(stmt)->body);
        break;
      case StmtKind::kDef:
        variables_.Poison(*static_cast<const DefStmt*>(stmt)->name);
        break;
      case StmtKind::kLoad:
        for (const LoadedName& name : static_cast<const LoadStmt*>(stmt)->names) {
          variables_.Poison(*name.local);
        }
        break;
      case StmtKind::kExpr:
      case StmtKind::kReturn:
      case StmtKind::kBreak:
      case StmtKind::kContinue:
      case StmtKind::kHost:
        break;
    }
  }
}

}  // namespace kval::starlark
