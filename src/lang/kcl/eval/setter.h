#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "src/lang/kcl/runtime/value.h"
#include "src/lang/kcl/syntax/stmt.h"

// Order-independent evaluation (kcl.md, 7): each global and each attribute has a chain of setters, the
// statements that assign it a value. A read evaluates the last setter that takes effect; while a setter runs,
// a read of the same name uses the setters before it.
namespace kval::kcl::eval {

// One if statement on the way to a setter, and the branch that must be taken.
struct Choice {
  const IfStmt* statement = nullptr;
  size_t branch = 0;
  size_t decision = 0;  // the statement's place in Decisions
};

struct Setter {
  const Stmt* stmt = nullptr;
  std::vector<Choice> choices;  // outermost first
  bool sets_part = false;       // a target of the name is `name.x` or `name[0]`
  int32_t part = 0;  // of an attribute: which schema of the inheritance chain; of a global: its package
};

enum class LevelState : uint8_t { kNew, kShared, kRunning, kDone, kNothing };

// The result of one setter of a chain. kNothing: it had no effect (its branch was not taken). kShared: the
// statement assigns a value to several names (`a = b = v`), and the value is known from another of them.
struct Level {
  LevelState state = LevelState::kNew;
  runtime::Value value;
};

// Returns the value of a chain whose last setter had an effect, which is usual; null if unknown.
inline const runtime::Value* GetLastValue(std::span<const Level> levels) {
  return levels.empty() || levels.back().state != LevelState::kDone ? nullptr : &levels.back().value;
}

// Calls visit(symbol) once for each name that the statement itself assigns.
template <typename Visit>
void ForEachTarget(const Stmt& stmt, const Visit& visit) {
  if (const auto* assign = stmt.As<AssignStmt>()) {
    std::unordered_set<Symbol> seen;
    for (const Target& target : assign->targets) {
      if (assign->targets.size() == 1 || seen.insert(target.name.symbol).second) {
        visit(target.name.symbol);
      }
    }
  } else if (const auto* augmented = stmt.As<AugAssignStmt>()) {
    visit(augmented->target.name.symbol);
  } else if (const auto* unification = stmt.As<UnificationStmt>()) {
    visit(unification->target.name.symbol);
  } else if (const auto* attribute = stmt.As<AttributeStmt>()) {
    visit(attribute->name.symbol);
  }
}

// Calls add(symbol, setter) for each name that the statements assign, in the order of the text.
template <typename Add>
void ForEachSetter(Stmts body, std::vector<Choice>& choices, const Add& add) {
  for (const Stmt* stmt : body) {
    std::unordered_set<Symbol> in_part;
    if (const auto* assign = stmt->As<AssignStmt>()) {
      for (const Target& target : assign->targets) {
        if (!target.path.empty()) {
          in_part.insert(target.name.symbol);
        }
      }
    }
    ForEachTarget(*stmt, [&](Symbol name) { add(name, Setter{stmt, choices, in_part.contains(name)}); });
    if (const auto* condition = stmt->As<IfStmt>()) {
      for (size_t branch = 0; branch < condition->branches.size(); ++branch) {
        choices.push_back({condition, branch});
        ForEachSetter(condition->branches[branch].body, choices, add);
        choices.pop_back();
      }
    }
  }
}

}  // namespace kval::kcl::eval
