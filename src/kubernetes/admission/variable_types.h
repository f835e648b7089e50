#pragma once

#include "src/lang/cel/environment.h"
#include "src/lang/cel/type.h"

namespace kval::kubernetes {

// Declares the variables of admission expressions with their types, in the order that AdmissionPolicy states.
// `variables`: the variables of the policy by their names; must outlive the environment.
// Source: apiserver, pkg/admission/plugin/cel/compile.go.
void DeclareVariables(cel::Environment& environment, const cel::Fields& variables, bool has_params,
                      bool has_authorizer);

// Declares the variables that Kyverno adds, after the others: `resource`, `images`, `http`, `globalContext`,
// `image` and `yaml`.
void DeclareKyvernoVariables(cel::Environment& environment);

}  // namespace kval::kubernetes
