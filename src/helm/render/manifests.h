#pragma once

#include <vector>

#include "src/helm/context.h"
#include "src/helm/render/rendered.h"

namespace kval::helm::render {

struct SortedManifests {
  std::vector<Manifest> manifests;  // in the order in which Helm installs their kinds
  std::vector<Manifest> hooks;      // the same
  bool is_valid = true;             // false: an error was reported, and documents may be missing
};

// Splits rendered files into documents and sorts them. Documents with unknown hooks are dropped, as Helm
// does. Errors: reports a document that Helm cannot read. `files`: sorted by name; must outlive the result.
// Source: helm pkg/releaseutil/manifest_sorter.go, kind_sorter.go.
SortedManifests SortManifests(const std::vector<RenderedFile>& files, HelmContext& context);

}  // namespace kval::helm::render
