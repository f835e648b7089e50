#pragma once

#include <string_view>

namespace kval::schemas::kubernetes {

// The kind that kubectl means by a short name: `Deployment` for `deploy`; empty for what is none. Those of
// Kubernetes' own kinds, as its discovery documents have them (1.35).
std::string_view KindOfShortName(std::string_view name);

}  // namespace kval::schemas::kubernetes
