#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/kubernetes/kubernetes_options.h"
#include "src/driver/kubernetes/manifest_variables.h"
#include "src/driver/releases/chart_lookup.h"
#include "src/driver/releases/release_objects.h"
#include "src/helm/render/release.h"
#include "src/source/file_reader.h"
#include "src/support/limits.h"

namespace kval::driver {

enum class ReleaseKind : uint8_t { kApplication, kApplicationSet, kHelmRelease, kKustomization, kHelmfile };

// A document, or a whole helmfile, that installs charts.
struct ReleaseSource {
  ReleaseKind kind = ReleaseKind::kApplication;
  DocumentPlace place;
  std::vector<DocumentPlace> patches = {};  // of kustomizations, for this document
  // What patches of kustomizations set in it, which are not applied: `spec.values.image`.
  std::set<std::string> patched_fields = {};
};

// What the checks of all sources of a run share. Threads: safe.
struct ReleaseRun {
  const KubernetesOptions& manifests;  // how rendered manifests are validated
  const helm::render::Release& defaults;
  const Limits& limits;
  const schemas::kubernetes::ApiTable& table;
  const ReleaseObjects& objects;
  const ManifestVariables& variables;
  ChartLookup& charts;
  source::FileReader& reader;
  // Only releases in which one of these files takes part are checked; null: all of them.
  const std::set<std::string>* open_files = nullptr;
};

// The subject of notes about a chart that was not found begins with this.
inline constexpr const char* kMissingChartSubject = "missing chart ";

struct ReleaseSourceResult {
  size_t resource_count = 0;  // validated
};

// Renders the charts of a source with its values, like `kval helm CHART`, and validates the manifests. A
// chart that is not on the disk is a note. May take `allowed_steps`.
FileResult CheckReleaseSource(const ReleaseSource& source, const ReleaseRun& run, uint64_t allowed_steps,
                              ReleaseSourceResult& result);

}  // namespace kval::driver
