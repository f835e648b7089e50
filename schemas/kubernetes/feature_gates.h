#pragma once

#include <cstdint>
#include <string_view>

namespace kval::schemas::kubernetes {

// The feature gates of the API server that rules depend on: one enumerator for each line of
// feature_gates.def.
enum class Feature : uint8_t {
#define KVAL_FEATURE(gate, states) k##gate,
#include "schemas/kubernetes/feature_gates.def"
#undef KVAL_FEATURE
};

// Returns whether a gate is on by default in a Kubernetes version such as `1.36`; false before the gate
// exists.
bool IsEnabled(Feature feature, std::string_view version);

// Returns the name of a gate, as the API server's `--feature-gates` accepts it.
std::string_view NameOf(Feature feature);

}  // namespace kval::schemas::kubernetes
