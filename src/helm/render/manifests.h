#pragma once

#include <vector>

#include "src/diag/path.h"
#include "src/helm/context.h"
#include "src/helm/render/manifest_head.h"
#include "src/helm/render/rendered.h"
#include "src/helm/tables.h"
#include "src/source/span.h"

namespace kval::helm::render {

// A document that Helm cannot read.
struct InvalidManifest {
  Manifest manifest;
  HeadError error;
};

// Why a rendered document is invalid.
struct InvalidCause {
  source::Span value = {};            // the value to blame; no value: the template is to blame
  const TableValue* other = nullptr;  // the value, if its kind is not that of its default
  diag::Path path = {};               // of `other`
  source::Span printed = {};          // the map or list that the template printed, if it is to blame
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
