#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "schemas/crd/rules/bind.h"
#include "schemas/kubernetes/api_table.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/kubernetes/definitions.h"
#include "src/driver/kubernetes/kustomization_graph.h"
#include "src/driver/kubernetes/kustomize_builds.h"
#include "src/driver/kubernetes/kustomized_resource_sink.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/driver/kubernetes/manifest_sinks.h"
#include "src/driver/kubernetes/manifest_variables.h"
#include "src/driver/kubernetes/policies.h"
#include "src/driver/kubernetes/test_files.h"
#include "src/kubernetes/manifest_validator.h"

// The validation of one manifest file of a run.
namespace kval::driver {

// What the files of a run have in common. Immutable during validation.
struct ManifestContext {
  const Limits& limits;
  bool are_named;  // as KubernetesOptions
  source::FileReader& reader;
  const source::SourceMap& sources;  // frozen
  const KustomizationGraph& kustomizations;
  const KustomizeBuilds& builds;
  const ManifestVariables& variables;
  const Policies& policies;
  const TestFiles& tests;
  bool renders_releases;  // of helmfiles and other files, elsewhere
};

// What one thread validates with.
class ManifestWorker {
 public:
  ManifestWorker(const kubernetes::ManifestValidatorOptions& options,
                 const schemas::kubernetes::ApiTable& table, const kubernetes::CustomKinds& kinds,
                 const Limits& limits);

  uint64_t StepsTaken() const { return validator.steps() + budget->taken(); }
  // Returns an arena for the values of a file of that size. Those of earlier files may be gone.
  Arena& ArenaFor(size_t bytes);

  std::shared_ptr<schemas::crd::rules::RuleBudget> budget;
  std::vector<source::Span> skipped;           // rules that were not evaluated
  schemas::crd::rules::UpdatedObject updated;  // by the object that is validated
  kubernetes::ManifestValidator validator;

 private:
  std::unique_ptr<Arena> arena_;
  size_t bytes_ = 0;
};

// The results for one file besides its findings.
struct ManifestResult {
  std::vector<Policies::PolicyResult> policies;
  UnknownVariables unknown;
  bool has_passed = false;  // without findings of any kind
  kubernetes::ResourceCount catalog_use, ignored;
};

// Validates a file, which may take these steps, and releases its documents. Threads: one for each worker.
FileResult CheckManifest(const ManifestContext& run, ManifestFile& file, uint64_t allowed_steps,
                         ManifestWorker& worker, ManifestResult& result);

}  // namespace kval::driver
