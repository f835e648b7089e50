#pragma once

#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/support/limits.h"

namespace kval::kubernetes {

// Checks the openAPIV3Schema of a definition (KV707): structural, and within the keywords that the API server
// accepts. From k8s.io/apiextensions-apiserver, pkg/apiserver/schema/validation.go.
void CheckStructural(const check::Trail& schema, const Limits& limits, diag::Emitter& emit);

// Checks parts of it: `x-kubernetes-list-type` with its keys, and entries of `x-kubernetes-validations` apart
// from their rules, which schemas/crd/rules compiles.
void CheckListType(const check::Trail& schema, diag::Emitter& emit);
void CheckRuleTexts(const check::Trail& schema, diag::Emitter& emit);

// Reports a keyword that requires another type, at the keyword.
void TellNeedsType(const check::Trail& schema, const check::Trail& keyword, std::string_view wanted,
                   diag::Emitter& emit);

// Whether it is a keyword of JSON Schema that no such schema may have.
bool IsRefusedKeyword(std::string_view keyword);

}  // namespace kval::kubernetes
