#pragma once

#include <vector>

#include "annotations/schema/schema_annotations.h"
#include "src/types/model.h"

namespace kval::schemas::ytt {

// Returns the rules of a node that can pass for a value of its shape. The others are reported (KV201, KV203)
// and dropped: a keyword for other kinds of values (`unique=True` on a string), allowed values of another
// type only, bounds of another type, and bounds that exclude each other. Bounds of another type on an array
// or a map, and rules with a condition (`when`), are only warnings and are kept. `node`: the annotated node,
// for locations.
std::vector<types::Rule> FilterApplicableRules(std::vector<annotations::AnnotatedRule> stated,
                                               const types::Shape& shape, const types::Model& model,
                                               source::Span node, diag::Emitter& emit);

// Returns whether the shape accepts none of the enumerated values.
bool IsEnumUnsatisfiable(const types::OneOf& test, const types::Shape& shape, const types::Model& model);
// Returns whether a lower and an upper bound of the same kind (values or lengths) exclude every value.
bool AreBoundsContradictory(const types::Rule& low, const types::Rule& high);

}  // namespace kval::schemas::ytt
