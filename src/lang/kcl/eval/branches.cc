#include "src/lang/kcl/eval/branches.h"

#include <algorithm>

#include "src/lang/kcl/eval/package_state.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/value.h"

namespace kval::kcl::eval {

const BranchTable& BranchScope::decisions() const {
  return instance_ != nullptr ? instance_->layout->decisions : package_->decisions;
}

int32_t& BranchScope::decided(size_t decision) const {
  return instance_ != nullptr ? instance_->decided[decision] : package_->decided[decision];
}

Level& BranchScope::LevelOf(const BranchPoint::FirstSetter& first) const {
  return instance_ != nullptr
             ? instance_->levels[instance_->layout->members[first.chain].first_level + first.setter]
             : package_->globals[first.chain].levels[first.setter];
}

Stmts Branches::Taken(const IfStmt& statement, int32_t part, const BranchScope& scope, Frame* frame) {
  const size_t decision = scope.decisions().Find(statement, part);
  const std::optional<size_t> branch =
      decision == BranchTable::kNone ? Of(statement, frame) : Decided(decision, scope, frame);
  return branch.has_value() && *branch < statement.branches.size() ? statement.branches[*branch].body
                                                                   : Stmts();
}

std::optional<size_t> Branches::Of(const IfStmt& statement, Frame* frame) {
  size_t branch = 0;
  for (; branch < statement.branches.size(); ++branch) {
    const Expr* condition = statement.branches[branch].condition;
    const bool holds = condition == nullptr || IsTruthy(whole_.Eval(*condition, frame));
    if (context_.failed()) {
      return std::nullopt;
    }
    if (holds) {
      break;
    }
  }
  return branch;
}

// While the conditions are evaluated, names that the statement sets have their previous value.
std::optional<size_t> Branches::Decided(size_t decision, const BranchScope& scope, Frame* frame) {
  const BranchTable& decisions = scope.decisions();
  int32_t& decided = scope.decided(decision);
  if (decided == kUndecidable) {
    Abandon(context_);
    return std::nullopt;
  }
  if (decided != kUndecided) {
    return static_cast<size_t>(decided);
  }
  std::vector<Level*> hidden;
  for (const BranchPoint::FirstSetter& first : decisions[decision].first_setters) {
    Level& level = scope.LevelOf(first);
    if (level.state == LevelState::kNew) {
      level.state = LevelState::kRunning;
      hidden.push_back(&level);
    }
  }
  const std::optional<size_t> branch = Of(*decisions[decision].statement, frame);
  for (Level* level : hidden) {
    level->state = LevelState::kNew;
  }
  decided = branch.has_value() ? static_cast<int32_t>(*branch) : kUndecided;
  if (context_.failed() && GoOn(context_)) {
    decided = kUndecidable;
    Abandon(context_);
  }
  return branch;
}

bool Branches::Hold(const Setter& setter, Instance* instance, Frame* frame) {
  const BranchScope scope =
      instance != nullptr ? BranchScope(*instance) : BranchScope(packages_[static_cast<size_t>(setter.part)]);
  return std::all_of(setter.choices.begin(), setter.choices.end(), [&](const Choice& choice) {
    return Decided(choice.decision, scope, frame) == choice.branch;
  });
}

}  // namespace kval::kcl::eval
