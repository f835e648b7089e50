#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "schemas/crd/crd.h"
#include "schemas/crd/rules/rule.h"
#include "src/diag/emitter.h"
#include "src/support/limits.h"

namespace kval::schemas::crd::rules {

// What the rules of one object may still cost. Each thread has one of its own.
class RuleBudget {
 public:
  explicit RuleBudget(const Limits& limits) : limits_(limits) { Begin(); }

  // The next object.
  void Begin() {
    left_ = limits_.cel_object_cost;
    work_left_ = std::max(cel::Budget().work, limits_.cel_object_cost);
  }
  uint64_t regex_memory() const { return limits_.regex_memory; }
  // What one rule may cost now.
  uint64_t ForOne() const { return std::min(left_, limits_.cel_call_cost); }
  // The work that the next rule may do: what Kubernetes does not count is bounded for the object, too.
  uint64_t work_left() const { return work_left_; }
  void Take(const Rule::Spent& spent) {
    left_ -= std::min(spent.cost, left_);
    work_left_ -= std::min(spent.work, work_left_);
    taken_ += std::max(spent.cost, spent.work);
  }
  bool is_used_up() const { return left_ == 0 || work_left_ == 0; }
  // By all objects.
  uint64_t taken() const { return taken_; }

 private:
  Limits limits_;
  uint64_t left_ = 0;
  uint64_t work_left_ = 0;
  uint64_t taken_ = 0;
};

// Makes tests of the rules of custom resources: KV420 for a value that fails one, KV421 for a rule that does
// not compile or cannot be computed for a value. Rules that need the old object are not tested: JudgeRules
// says so.
// `budget` is what the tests take from; whoever holds it says where an object begins. `skipped`, unless null,
// is told the places of the rules that are not tested.
BindRule RuleBinder(std::shared_ptr<RuleBudget> budget, std::vector<source::Span>* skipped = nullptr);

// Judges the rules of a definition's schema themselves: KV421 for what does not compile, KV704 for those that
// need the old object. `path` leads to the schema; `version` of Kubernetes is to take the
// definition: 1.`version`.
void JudgeRules(const value::Value& schema, const diag::Path& path, uint32_t version, diag::Emitter& emit);

}  // namespace kval::schemas::crd::rules
