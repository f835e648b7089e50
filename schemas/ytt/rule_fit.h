#pragma once

#include <vector>

#include "annotations/schema/facts.h"
#include "src/types/model.h"

namespace kval::schemas::ytt {

// The rules of a node that can hold for a value of its shape. The others are reported (KV201, KV203) and left
// out: a keyword that is about other values (`unique=True` on a string), allowed values that are all of
// another type, bounds of another type, and bounds that exclude each other. Such a bound on an array or a map
// is only warned of, and so is every rule with a condition (`when`): it is left in. `node` is the annotated
// node, to be pointed at.
std::vector<types::Rule> RulesThatFit(std::vector<annotations::StatedRule> stated, const types::Shape& shape,
                                      const types::Model& model, source::Span node, diag::Emitter& emit);

// What makes RulesThatFit refuse them: whether a list of allowed values has none that the shape can have, and
// whether a lower and an upper bound of one kind (values or lengths) leave nothing between them.
bool ListsNoneOf(const types::OneOf& test, const types::Shape& shape, const types::Model& model);
bool LeaveNothing(const types::Rule& low, const types::Rule& high);

}  // namespace kval::schemas::ytt
