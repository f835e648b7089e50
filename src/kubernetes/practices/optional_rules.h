#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/diag/emitter.h"
#include "src/diag/kind.h"
#include "src/kubernetes/practices/best_practice_checker.h"
#include "src/kubernetes/practices/object_index.h"
#include "src/kubernetes/practices/reference_checker.h"
#include "src/kubernetes/resource.h"
#include "src/support/arena.h"
#include "src/support/limits.h"
#include "src/support/result.h"

namespace kval::kubernetes {

// Returns the rules that `--rules` names, separated by commas: `recommended`, `all`, and codes or names of
// best practices and references (KV7501, KV709, best-practice). Errors: another word, or none.
Result<std::vector<diag::Kind>> OptionalRulesOf(std::string_view words);

// The optional rules of a run and the objects that they look up. Filled first, then only read, by any number
// of threads.
class OptionalRules {
 public:
  explicit OptionalRules(const std::vector<diag::Kind>& rules) : practices_(rules), references_(rules) {}

  // Add all objects of the run before the first check.
  ObjectIndex& objects() { return objects_; }

  // Checks a resource of a file. New values go to `arena`. Returns the cost.
  uint64_t Check(const Resource& resource, std::string_view file, const Limits& limits, Arena& arena,
                 diag::Emitter& emit) const;

 private:
  ObjectIndex objects_;
  BestPracticeChecker practices_;
  ReferenceChecker references_;
};

}  // namespace kval::kubernetes
