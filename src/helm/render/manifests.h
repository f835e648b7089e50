#pragma once

#include <vector>

#include "src/helm/context.h"
#include "src/helm/render/manifest_head.h"
#include "src/helm/render/rendered.h"

namespace kval::helm::render {

// A document that Helm cannot read.
struct InvalidManifest {
  Manifest manifest;
  HeadError error;
};

struct SortedManifests {
  std::vector<Manifest> manifests;  // in the order in which Helm installs their kinds
  std::vector<Manifest> hooks;      // the same
  std::vector<InvalidManifest> invalid;
};

// Splits rendered files into documents and sorts them. Documents with unknown hooks are dropped, as Helm
// does. `files`: sorted by name; must outlive the result.
// Source: helm pkg/releaseutil/manifest_sorter.go, kind_sorter.go.
SortedManifests SortManifests(const std::vector<RenderedFile>& files, HelmContext& context);

}  // namespace kval::helm::render
