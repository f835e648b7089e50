#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "schemas/crd/crd.h"
#include "schemas/crd/rules/crd_rule.h"
#include "schemas/crd/rules/updated_object.h"
#include "src/diag/emitter.h"
#include "src/support/limits.h"

namespace kval::schemas::crd::rules {

// The remaining cost budget for the rules of one object. Threads: one per thread.
class RuleBudget {
 public:
  explicit RuleBudget(const Limits& limits) : limits_(limits) { Begin(); }

  // Resets the budget for the next object.
  void Begin() {
    left_ = limits_.cel_object_cost;
    work_left_ = std::max(cel::Budget().work, limits_.cel_object_cost);
  }
  uint64_t regex_memory() const { return limits_.regex_memory; }
  // The CEL cost that the next rule may use.
  uint64_t RemainingRuleCost() const { return std::min(left_, limits_.cel_call_cost); }
  // The work that the next rule may do. Work that Kubernetes does not count is limited per object, too.
  uint64_t remaining_work() const { return work_left_; }
  void Take(const CrdRule::RuleCost& spent) {
    left_ -= std::min(spent.cost, left_);
    work_left_ -= std::min(spent.work, work_left_);
    taken_ += std::max(spent.cost, spent.work);
  }
  bool IsExhausted() const { return left_ == 0 || work_left_ == 0; }
  // The total use of all objects.
  uint64_t taken() const { return taken_; }

 private:
  Limits limits_;
  uint64_t left_ = 0;
  uint64_t work_left_ = 0;
  uint64_t taken_ = 0;
};

// Returns a compiler of custom resource rules to predicates: KV420 for a violation, KV421 for a rule that
// does not compile or cannot be evaluated. Rules that need the old object are tested for updates only;
// ValidateRules reports them. `budget` is charged; its owner resets it for each object. `skipped`, if not
// null, receives the locations of untested rules, without those of schemas that no file holds. `updated`: the
// object before the update that is validated, set by its owner for each object; null if objects are not
// updated.
BindRule MakeRuleBinder(std::shared_ptr<RuleBudget> budget, std::vector<source::Span>* skipped = nullptr,
                        const UpdatedObject* updated = nullptr);

// Validates the rules of a definition's schema: KV421 for rules that do not compile, KV704 for rules that
// need the old object. `path` is the path of the schema; `version` is the minor version of Kubernetes.
void ValidateRules(const value::Value& schema, const diag::Path& path, uint32_t version, diag::Emitter& emit);

}  // namespace kval::schemas::crd::rules
