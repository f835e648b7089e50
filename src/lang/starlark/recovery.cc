#include "src/lang/starlark/recovery.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace kval::starlark {
namespace {

constexpr size_t kMostFaults = 100;
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

bool Recovery::GoesOn(const EvalError& error) const {
  return goes_on_ && !IsLimit(error) && faults_.size() < kMostFaults;
}

bool Recovery::LeavesOut(const Stmt& stmt, const EvalError& error) {
  if (!GoesOn(error)) {
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
      PoisonTargets(target);
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

Status Recovery::LeaveOut(Failed failed, std::span<const Block> blocks, const Expr* target) {
  std::unique_ptr<EvalError> error = std::move(failed).Take();
  const bool can =
      GoesOn(*error) &&
      std::all_of(blocks.begin(), blocks.end(), [](Block block) { return CanLeaveOut(block); }) &&
      (target == nullptr || AssignsNames(*target));
  if (!can) {
    return Failed(std::move(error));
  }
  if (target != nullptr) {
    PoisonTargets(*target);
  }
  for (const Block block : blocks) {
    PoisonAssigned(block);
  }
  Note(Failed(std::move(error)));
  return Done{};
}

void Recovery::Note(Failed failed) {
  const std::unique_ptr<EvalError> error = std::move(failed).Take();
  std::vector<EvalError> all = std::move(error->others);
  error->others.clear();
  all.insert(all.begin(), std::move(*error));
  for (EvalError& one : all) {
    const auto known = std::find_if(faults_.begin(), faults_.end(), [&one](const EvalError& fault) {
      return fault.at == one.at && fault.is_reported == one.is_reported &&
             (one.is_reported || fault.message == one.message);
    });
    if (known == faults_.end()) {
      faults_.push_back(std::move(one));
      continue;
    }
    const source::Span call = one.stack.empty() ? source::Span() : one.stack.back().call;
    const bool is_new =
        call.has_value() && !known->stack.empty() && known->stack.back().call != call &&
        std::find(known->also_called.begin(), known->also_called.end(), call) == known->also_called.end();
    if (is_new && known->also_called.size() < kMostCalls) {
      known->also_called.push_back(call);
    }
  }
}

Failed Recovery::Faults() {
  // Silent ones matter only when there is nothing else to say.
  std::stable_partition(faults_.begin(), faults_.end(),
                        [](const EvalError& fault) { return !fault.is_reported; });
  auto first = std::make_unique<EvalError>(std::move(faults_.front()));
  for (size_t i = 1; i < faults_.size(); ++i) {
    first->others.push_back(std::move(faults_[i]));
  }
  return Failed(std::move(first));
}

void Recovery::PoisonTargets(const Expr& target) {
  if (target.kind == ExprKind::kName) {
    variables_.Poison(static_cast<const NameExpr&>(target));
  } else if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
    for (const Expr* item : static_cast<const SequenceExpr&>(target).items) {
      PoisonTargets(*item);
    }
  }
}

void Recovery::PoisonAssigned(Block block) {
  for (const Stmt* stmt : block) {
    switch (stmt->kind) {
      case StmtKind::kAssign:
        PoisonTargets(*static_cast<const AssignStmt*>(stmt)->target);
        break;
      case StmtKind::kIf:
        for (const IfClause& clause : static_cast<const IfStmt*>(stmt)->clauses) {
          PoisonAssigned(clause.body);
        }
        PoisonAssigned(static_cast<const IfStmt*>(stmt)->otherwise);
        break;
      case StmtKind::kFor:
        PoisonTargets(*static_cast<const ForStmt*>(stmt)->target);
        PoisonAssigned(static_cast<const ForStmt*>(stmt)->body);
        break;
      case StmtKind::kWhile:
        PoisonAssigned(static_cast<const WhileStmt*>(stmt)->body);
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
