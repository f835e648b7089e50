#pragma once

#include <optional>
#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// What a quantity amounts to (k8s.io/apimachinery, pkg/api/resource); nothing for a value that is none.
std::optional<long double> AmountOf(const value::Value& quantity);

// `resources` of a container (KV708): names of resources, amounts below 0, requests above their limits.
void CheckResources(const check::Trail& resources, diag::Emitter& emit);

// Amounts that containers have: the names of resources as well.
void CheckContainerAmounts(const check::Trail& amounts, diag::Emitter& emit);

// A map of amounts: none is below 0.
void CheckAmounts(const check::Trail& amounts, diag::Emitter& emit);

}  // namespace kval::kubernetes
