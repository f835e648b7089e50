#pragma once

#include <cstdint>
#include <vector>

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/value/value.h"

namespace kval::schemas::crd::rules {

// What the rules of one schema of a definition may cost, which the API server estimates before it takes the
// definition (KV421): apiextensions-apiserver, pkg/apis/apiextensions/validation, StaticEstimatedCostLimit
// and StaticEstimatedCRDCostLimit.
class RuleCosts {
 public:
  explicit RuleCosts(diag::Emitter& emit) : emit_(emit) {}

  // An expression at its place; told when it alone may cost too much.
  void Add(const value::Value& expression, diag::Path path, uint64_t cost);
  // Tells when the others together may.
  void Finish();

 private:
  struct Cost {
    const value::Value* expression;
    diag::Path path;
    uint64_t cost;
  };

  diag::Emitter& emit_;
  uint64_t total_ = 0;
  std::vector<Cost> costs_;  // those that make much of it
};

}  // namespace kval::schemas::crd::rules
