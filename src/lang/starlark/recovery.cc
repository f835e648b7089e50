#include <algorithm>
#include <string>
#include <utility>

#include "src/lang/starlark/evaluator.h"

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

bool Evaluator::Recovers(const EvalError& error) const {
  return (code_.has_host_calls || function_ == nullptr) && !IsLimit(error) && faults_.size() < kMostFaults;
}

bool Evaluator::Recover(const Stmt& stmt, Outcome<Flow>& flow) {
  if (!Recovers(flow.error())) {
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
      Poison(*static_cast<const DefStmt&>(stmt).name);
      break;
    case StmtKind::kLoad:
      for (const LoadedName& name : static_cast<const LoadStmt&>(stmt).names) {
        Poison(*name.local);
      }
      break;
    case StmtKind::kExpr:  // `fail(…)`, `assert.…`: what follows relies on it
    case StmtKind::kReturn:
    case StmtKind::kIf:  // heads were seen to, so something inside must stop
    case StmtKind::kFor:
    case StmtKind::kWhile:
    case StmtKind::kBreak:
    case StmtKind::kContinue:
      return false;
  }
  Note(flow.Pass());
  return true;
}

Outcome<Evaluator::Flow> Evaluator::LeaveOut(Failed failed, std::span<const Block> blocks,
                                             const Expr* target) {
  std::unique_ptr<EvalError> error = std::move(failed).Take();
  const bool can =
      Recovers(*error) &&
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
  return Flow::kNext;
}

// The same failure on another call is the same mistake, most likely, so it is kept once.
void Evaluator::Note(Failed failed) {
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

Failed Evaluator::Faults() {
  // Silent ones matter only when there is nothing else to say.
  std::stable_partition(faults_.begin(), faults_.end(),
                        [](const EvalError& fault) { return !fault.is_reported; });
  auto first = std::make_unique<EvalError>(std::move(faults_.front()));
  for (size_t i = 1; i < faults_.size(); ++i) {
    first->others.push_back(std::move(faults_[i]));
  }
  return Failed(std::move(first));
}

void Evaluator::Poison(const NameExpr& name) {
  const size_t index = name.ref.index;
  switch (name.ref.scope) {
    case Scope::kLocal:
      Slot(index) = {};
      if (poisoned_slots_.size() <= index) {
        poisoned_slots_.resize(index + 1);
      }
      poisoned_slots_[index] = true;
      return;
    case Scope::kCell:
    case Scope::kFree: {
      Cell* cell = name.ref.scope == Scope::kCell ? Slot(index).As<Cell>() : function_->captured()[index];
      cell->value = {};
      cell->is_poisoned = true;
      return;
    }
    case Scope::kGlobal:
      module_->Poison(index);
      return;
    case Scope::kPredeclared:
    case Scope::kUndefined:
      return;
  }
}

void Evaluator::PoisonTargets(const Expr& target) {
  if (target.kind == ExprKind::kName) {
    Poison(static_cast<const NameExpr&>(target));
  } else if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
    for (const Expr* item : static_cast<const SequenceExpr&>(target).items) {
      PoisonTargets(*item);
    }
  }
}

void Evaluator::PoisonAssigned(Block block) {
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
        Poison(*static_cast<const DefStmt*>(stmt)->name);
        break;
      case StmtKind::kLoad:
        for (const LoadedName& name : static_cast<const LoadStmt*>(stmt)->names) {
          Poison(*name.local);
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

bool Evaluator::IsPoisoned(const NameExpr& name) const {
  const size_t index = name.ref.index;
  switch (name.ref.scope) {
    case Scope::kLocal:
      return index < poisoned_slots_.size() && poisoned_slots_[index];
    case Scope::kCell:
      return interpreter_.stack_[base_ + index].As<Cell>()->is_poisoned;
    case Scope::kFree:
      return function_->captured()[index]->is_poisoned;
    case Scope::kGlobal:
      return module_->IsPoisoned(index);
    case Scope::kPredeclared:
    case Scope::kUndefined:
      return false;
  }
  return false;
}

}  // namespace kval::starlark
