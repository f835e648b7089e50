#pragma once

#include "src/diag/emitter.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Compares two CustomResourceDefinitions of one name. Reports breaking changes (KV711) and compatible ones
// (KV712) at the new definition with the place in the old one: scope, names, versions, conversion,
// subresources, and the schemas of each version (schema_comparison.h).
void CompareDefinitions(const value::Value& before, const value::Value& after, diag::Emitter& emit);

// Report a definition that only one side has.
void ReportRemovedDefinition(const value::Value& before, diag::Emitter& emit);
void ReportAddedDefinition(const value::Value& after, diag::Emitter& emit);

}  // namespace kval::kubernetes
