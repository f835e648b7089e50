#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/kubernetes/passed_manifests.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/session.h"
#include "src/project/find.h"
#include "src/project/plan.h"
#include "src/project/planned_check.h"
#include "src/source/file_reader.h"

namespace kval::project {

struct RunOptions {
  driver::DriverOptions base;  // common to every check: limits, environment, working directory
  FlagReader read_flags;
  // Called from any thread with the number of finished checks and of all checks.
  std::function<void(size_t done, size_t all)> progress = {};
  size_t jobs = 0;  // threads; 0: as many as there are processors
  // Only what these concern, as the project calls them; `has_paths` is false: everything.
  bool has_paths = false;
  std::vector<std::string> paths;
  // The files that passed in earlier runs, by check, which this run uses and updates; may be null.
  std::map<std::string, driver::PassedManifests>* passed = nullptr;
  std::shared_ptr<const std::set<std::string>> open_files;  // as driver::KubernetesOptions
};

struct RunResult {
  driver::Stage failed_at = driver::Stage::kDone;  // of the check that came least far
  size_t check_count = 0;
  size_t schema_count = 0;  // distinct schemas; a chart counts as one, and so do the Kubernetes schemas
  size_t file_count = 0;
  std::vector<std::string> uncovered;  // paths that no check reads
};

// Runs the checks concurrently. Findings are in `session` in the order of the checks, independent of the
// number of threads; equal findings of several checks appear once. A check with invalid flags is reported and
// skipped.
RunResult Run(const std::vector<Check>& checks, const ProjectLocation& location, const RunOptions& options,
              source::FileReader& reader, driver::Session& session);

}  // namespace kval::project
