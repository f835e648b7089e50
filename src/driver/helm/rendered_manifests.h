#pragma once

#include <cstddef>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/kubernetes/manifests.h"
#include "src/driver/session.h"
#include "src/helm/render/render.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// Validates the manifests of a rendered chart like `kval k8s`; the definitions in `crds/` of the charts
// apply. Findings are reported in `session`: at the value that the rendered text was computed from, if there
// is one, otherwise at the template. Resources of kinds without a schema are counted in a note. Returns the
// number of resources. Requires a valid chart. `options`: without paths; its files are read from `reader`.
size_t CheckRenderedManifests(helm::render::RenderedChart& chart, const KubernetesOptions& options,
                              const schemas::kubernetes::ApiTable& table, source::FileReader& reader,
                              Session& session);

}  // namespace kval::driver
