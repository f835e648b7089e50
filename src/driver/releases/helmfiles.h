#pragma once

#include <vector>

#include "src/driver/releases/release.h"
#include "src/driver/releases/release_context.h"

namespace kval::driver {

// Adds the releases of a helmfile in every environment that it declares, with those of the helmfiles that it
// includes. Templates are rendered; a file that cannot be rendered or read is a note. Source: helmfile
// pkg/state, pkg/app.
void ReadHelmfile(ReleaseContext& context, std::vector<ChartRelease>& out);

}  // namespace kval::driver
