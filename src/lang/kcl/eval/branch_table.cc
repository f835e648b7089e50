#include "src/lang/kcl/eval/branch_table.h"

namespace kval::kcl::eval {

void BranchTable::Add(size_t chain, std::span<Setter> setters) {
  for (size_t i = 0; i < setters.size(); ++i) {
    for (Choice& choice : setters[i].choices) {
      const auto [place, added] = places_.try_emplace({choice.statement, setters[i].part}, all_.size());
      if (added) {
        all_.push_back({choice.statement, {}});
      }
      choice.decision = place->second;
      BranchPoint& decision = all_[choice.decision];
      if (decision.first_setters.empty() || decision.first_setters.back().chain != chain) {
        decision.first_setters.push_back({chain, i});
      }
    }
  }
}

size_t BranchTable::Find(const IfStmt& statement, int32_t part) const {
  const auto place = places_.find({&statement, part});
  return place == places_.end() ? kNone : place->second;
}

}  // namespace kval::kcl::eval
