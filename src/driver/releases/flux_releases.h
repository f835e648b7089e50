#pragma once

#include <vector>

#include "src/driver/releases/release.h"
#include "src/driver/releases/release_context.h"
#include "src/value/value.h"

namespace kval::driver {

bool IsHelmRelease(const value::Value& root);

// Adds the release of a HelmRelease of Flux. Source: helm-controller api/v2, source-controller.
void ReadHelmRelease(const value::Value& root, ReleaseContext& context, std::vector<ChartRelease>& out);

}  // namespace kval::driver
