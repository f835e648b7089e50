#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "src/helm/user_values.h"
#include "src/source/span.h"

namespace kval::driver {

class ManifestPatches;

// Where a release has its chart from. Either `path` or `name` is set.
struct ChartReference {
  std::string path;                           // of a directory or archive, on the disk
  std::string written = {};                   // the same as in the file of the release
  bool is_elsewhere = false;                  // the path is one of another repository, `repository`
  std::string name;                           // in a repository of charts
  std::string repository;                     // its URL; empty: unknown
  std::string version;                        // or a range; empty: the newest
  std::vector<std::string> directories = {};  // that may contain the chart, before all others
  source::Span at;                            // that names the chart
};

// A chart that another tool installs, with the values that it passes to Helm.
struct ChartRelease {
  std::string title;  // "the HelmRelease `web`"
  ChartReference chart;
  std::string name;
  std::string name_space;
  std::string kube_version;               // empty: of the run
  std::vector<std::string> api_versions;  // in addition to those of the run
  std::vector<helm::ValuesInput> inputs;
  // Why the values are not all known: then nothing is reported about missing values.
  std::string unknown_values;
  // How the tool changes the manifests afterwards; null: not at all.
  std::shared_ptr<const ManifestPatches> patches;
  // What changes the manifests afterwards and is not applied, such as `transformers`.
  std::set<std::string> unapplied;
  bool skips_schema = false;  // the tool does not validate the values
};

}  // namespace kval::driver
