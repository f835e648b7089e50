#pragma once

#include <cstddef>

#include "src/driver/kubernetes/kubernetes_options.h"
#include "src/driver/render.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// Validates the documents that ytt's templates make like `kval k8s`; others than manifests are ignored,
// except for a note about those with `kind` or `apiVersion` only. Findings are reported in `rendering`, the
// session of the documents: at the data value that an expression consists of, otherwise at the template.
// Resources of kinds without a schema are counted in a note. `has_user_values`: otherwise fields whose data
// value is empty, which users set, are noted only. Returns the number of validated resources. Requires:
// `rendered` has no error; `rendering` is not used to evaluate templates again.
size_t CheckTemplateManifests(const RenderResult& rendered, bool has_user_values,
                              const KubernetesOptions& options, source::FileReader& reader,
                              Session& rendering);

}  // namespace kval::driver
