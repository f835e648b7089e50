#pragma once

#include <cstddef>
#include <functional>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/kubernetes/kubernetes_options.h"
#include "src/helm/render/release.h"
#include "src/helm/render/render.h"
#include "src/source/file_reader.h"
#include "src/yaml/document.h"

namespace kval::driver {

struct Session;

// A release in a cluster of the newest version of the options, which has all built-in kinds of it.
helm::render::Release ReleaseFor(const KubernetesOptions& options,
                                 const schemas::kubernetes::ApiTable& table);

struct ManifestsResult {
  bool could_read = true;     // all files that the options name
  size_t resource_count = 0;  // validated
};

// Changes the parsed manifests of a template before they are validated. Values with places in `rendered`, the
// session that they are validated in.
using ChangeManifests = std::function<void(yaml::File& manifests, Session& rendered)>;

// Validates the manifests of a rendered chart like `kval k8s`; the definitions in `crds/` of the charts
// apply. Findings are reported in `session`: at the value that the rendered text was computed from, if there
// is one, otherwise at the template. Resources of kinds without a schema are counted in a note. Requires a
// valid chart. `has_user_values`: otherwise fields without a value, which users set, are noted only.
// `options`: its paths are further manifests; all its files are read from `reader`. `change`: may be empty.
ManifestsResult CheckRenderedManifests(helm::render::RenderedChart& chart, bool has_user_values,
                                       const KubernetesOptions& options,
                                       const schemas::kubernetes::ApiTable& table, source::FileReader& reader,
                                       Session& session, const ChangeManifests& change = {});

}  // namespace kval::driver
