#pragma once

#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/support/limits.h"

namespace kval::kubernetes {

// The openAPIV3Schema of a definition (KV707): whether it is structural, and uses what the API server takes.
// From k8s.io/apiextensions-apiserver, pkg/apiserver/schema/validation.go.
void CheckStructural(const check::Trail& schema, const Limits& limits, diag::Emitter& emit);

// Parts of it: `x-kubernetes-list-type` with its keys, and what the entries of `x-kubernetes-validations` say
// beside their rules, which are compiled elsewhere (schemas/crd/rules).
void CheckListType(const check::Trail& schema, diag::Emitter& emit);
void CheckRuleTexts(const check::Trail& schema, diag::Emitter& emit);

// Says that a keyword asks for another type than the schema's, at that.
void TellNeedsType(const check::Trail& schema, const check::Trail& keyword, std::string_view wanted,
                   diag::Emitter& emit);

// Whether it is a keyword of JSON Schema that no such schema may have.
bool IsRefusedKeyword(std::string_view keyword);

}  // namespace kval::kubernetes
