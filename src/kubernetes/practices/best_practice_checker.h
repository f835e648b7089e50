#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/diag/best_practice.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/practices/object_index.h"
#include "src/kubernetes/resource.h"
#include "src/lang/cel/environment.h"
#include "src/lang/cel/program.h"
#include "src/support/arena.h"
#include "src/support/limits.h"

namespace kval::kubernetes {

// The selected best practices (KV709) with their programs. Immutable: threads share it.
class BestPracticeChecker {
 public:
  // `rules`: the kinds of best practices; other kinds are ignored.
  explicit BestPracticeChecker(std::span<const diag::Kind> rules);
  BestPracticeChecker(const BestPracticeChecker&) = delete;
  BestPracticeChecker& operator=(const BestPracticeChecker&) = delete;

  // Reports the best practices that a resource deviates from. `objects`: all objects of the run. New values
  // go to `arena`. Returns the cost.
  uint64_t Check(const Resource& resource, const ObjectIndex& objects, const Limits& limits, Arena& arena,
                 diag::Emitter& emit) const;

 private:
  struct Rule {
    const diag::BestPractice* practice;
    cel::Program program;
  };
  // The checks of one resource.
  class Run;

  cel::Environment environment_;  // owns the types of the programs
  std::vector<Rule> rules_;
};

}  // namespace kval::kubernetes
