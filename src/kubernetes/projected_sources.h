#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Checks a source of a projected volume: certificates and trust bundles (KV706, KV708). Fields of a disabled
// feature are dropped by the server and not checked. Source: pkg/apis/core/validation,
// validateProjectionSources.
void CheckProjectedSource(const check::ValueCursor& source, std::string_view k8s_version,
                          diag::Emitter& emit);

// Whether the server keeps a source of this name, such as `podCertificate`.
bool IsKeptSource(std::string_view name, std::string_view k8s_version);

}  // namespace kval::kubernetes
