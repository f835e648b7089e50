#pragma once

#include <string_view>

namespace kval::schemas::kubernetes {

// Returns the kind for a kubectl short name: `Deployment` for `deploy`; empty if unknown. Source: discovery
// documents of Kubernetes 1.35.
std::string_view KindOfShortName(std::string_view name);

}  // namespace kval::schemas::kubernetes
