#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "schemas/crd/crd.h"
#include "src/diag/emitter.h"
#include "src/support/limits.h"

namespace kval::schemas::crd::rules {

// What the rules of one object may still cost. Each thread has one of its own.
class RuleBudget {
 public:
  explicit RuleBudget(const Limits& limits) : limits_(limits), left_(limits.cel_object_cost) {}

  // The next object.
  void Begin() { left_ = limits_.cel_object_cost; }
  uint64_t regex_memory() const { return limits_.regex_memory; }
  // What one rule may cost now.
  uint64_t ForOne() const { return std::min(left_, limits_.cel_call_cost); }
  void Take(uint64_t cost) {
    left_ -= std::min(cost, left_);
    taken_ += cost;
  }
  bool is_used_up() const { return left_ == 0; }
  // By all objects.
  uint64_t taken() const { return taken_; }

 private:
  Limits limits_;
  uint64_t left_;
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
