#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/support/limits.h"

namespace kval::kubernetes {

// Checks the openAPIV3Schema of a definition (KV707): structural, and within the keywords that the API server
// accepts. From k8s.io/apiextensions-apiserver, pkg/apiserver/schema/validation.go.
void CheckStructural(const check::ValueCursor& schema, const Limits& limits, diag::Emitter& emit);

// Checks of parts of a structural schema: `x-kubernetes-list-type` with its keys, and entries of
// `x-kubernetes-validations` except their rules, which schemas/crd/rules compiles.
void CheckListType(const check::ValueCursor& schema, diag::Emitter& emit);
void CheckRuleStrings(const check::ValueCursor& schema, diag::Emitter& emit);

// Reports a keyword that requires another type, at the keyword.
void ReportTypeRequired(const check::ValueCursor& schema, const check::ValueCursor& keyword,
                        std::string_view expected, diag::Emitter& emit);

// Returns whether a JSON Schema keyword is not allowed in a structural schema.
bool IsForbiddenKeyword(std::string_view keyword);

}  // namespace kval::kubernetes
