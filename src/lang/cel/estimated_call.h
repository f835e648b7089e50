#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "src/lang/cel/ast.h"
#include "src/lang/cel/estimate.h"
#include "src/lang/cel/value_path.h"

// One call whose cost is estimated.
namespace kval::cel {

// The known facts about an argument.
struct EstimatedArgument {
  const Expr* expr;  // null for the items of a list
  ValuePath path;    // empty if unknown
  const Type* type;
  std::optional<SizeRange> size;
};

struct EstimatedCall {
  const Expr& call;
  const EstimatedArgument* target = nullptr;
  std::vector<EstimatedArgument> args = {};  // without the target
  std::vector<uint64_t> costs = {};          // of args
  uint64_t cost_sum = 0;
};

struct CallEstimate {
  uint64_t cost = 1;
  std::optional<SizeRange> size = {};  // of the result
};

// Returns the cost of a library function without its arguments, if the library defines it. Sources:
// apiserver, pkg/cel/library/cost.go, EstimateCallCost; cel-go, ext/lists.go and ext/sets.go.
std::optional<CallEstimate> EstimateLibraryCall(const EstimatedCall& given, const SizeSource& sizes);

}  // namespace kval::cel
