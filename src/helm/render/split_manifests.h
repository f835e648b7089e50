#pragma once

#include <string_view>
#include <vector>

#include "src/helm/version.h"

namespace kval::helm::render {

// The documents of a text, as Helm splits it: without reading YAML. Source: SplitManifests of helm
// pkg/releaseutil/manifest.go, which in Helm 4 keeps space at the end.
std::vector<std::string_view> SplitManifests(std::string_view text, Version helm);

}  // namespace kval::helm::render
