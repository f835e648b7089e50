#include "src/lang/kcl/sema/assignment_targets.h"

namespace kval::kcl::sema {
namespace {

void Collect(Stmts body, bool also_declared, std::unordered_set<Symbol>& names) {
  for (const Stmt* stmt : body) {
    if (const AttributeStmt* attribute = stmt->As<AttributeStmt>()) {
      if (also_declared || attribute->value != nullptr) {
        names.insert(attribute->name.symbol);
      }
    } else if (const AssignStmt* assign = stmt->As<AssignStmt>()) {
      for (const Target& target : assign->targets) {
        names.insert(target.name.symbol);
      }
    } else if (const AugAssignStmt* augmented = stmt->As<AugAssignStmt>()) {
      names.insert(augmented->target.name.symbol);
    } else if (const UnificationStmt* unification = stmt->As<UnificationStmt>()) {
      names.insert(unification->target.name.symbol);
    } else if (const IfStmt* condition = stmt->As<IfStmt>()) {
      for (const IfBranch& branch : condition->branches) {
        Collect(branch.body, also_declared, names);
      }
    }
  }
}

}  // namespace

std::unordered_set<Symbol> CollectValueTargets(Stmts body) {
  std::unordered_set<Symbol> names;
  Collect(body, false, names);
  return names;
}

std::unordered_set<Symbol> CollectAssignedNames(Stmts body) {
  std::unordered_set<Symbol> names;
  Collect(body, true, names);
  return names;
}

}  // namespace kval::kcl::sema
