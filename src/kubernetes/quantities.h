#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/lang/cel/quantity.h"

namespace kval::kubernetes {

// Returns the amount of a quantity as the API server stores it: exact, rounded up to thousandths
// (apimachinery, pkg/api/resource; pkg/apis/core/v1/defaults.go, SetDefaults_ResourceList). `0.1` is `100m`.
// Returns nullopt for an invalid quantity, or one with more digits than a Quantity holds.
std::optional<cel::Quantity> ParseAmount(const value::Value& quantity);

// Returns whether the value is a quantity of at most 0.
bool IsZeroOrNegative(const value::Value& quantity);

bool IsWhole(const cel::Quantity& amount);

// Whether requests and limits of a resource are the same: huge pages and devices (pkg/apis/core/v1/helper,
// IsOvercommitAllowed).
bool IsNeverOvercommitted(std::string_view resource);

// Whose `resources` they are: those of a whole pod are cpu, memory and huge pages alone.
enum class ResourceOwner : uint8_t { kContainer, kPod };

// Checks `resources` of a container or pod (KV708): resource names, negative amounts, requests above limits.
// `has_computing`: cpu or memory is requested elsewhere.
void CheckResources(const check::ValueCursor& resources, ResourceOwner whose, bool has_computing,
                    diag::Emitter& emit);

// Whether containers can have a resource of that name: Kubernetes' own, or one with a domain.
bool IsContainerResource(const std::string& name);

// Checks the resource quantities of a container, including the names of resources.
void CheckContainerAmounts(const check::ValueCursor& amounts, diag::Emitter& emit);

// Checks only the names of resources of a container.
void CheckContainerNames(const check::ValueCursor& amounts, diag::Emitter& emit);

// Checks a map of quantities: none is negative.
void CheckAmounts(const check::ValueCursor& amounts, diag::Emitter& emit);

}  // namespace kval::kubernetes
