#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "src/driver/kubernetes/kustomization_graph.h"
#include "src/driver/kubernetes/manifest_files.h"

namespace kval::driver {

// The content of files of a run that kustomizations name as patches.
class PatchTexts {
 public:
  // Requires: `files` are read and outlive this object. `graph`: normalizes their paths.
  PatchTexts(ManifestFiles& files, const KustomizationGraph& graph);

  // Returns the content of a file by its normalized path; empty if the run has none. Many kustomizations may
  // name one large file: from a limit on, the content is empty.
  std::string_view Find(const std::string& path);

 private:
  ManifestFiles& files_;
  std::map<std::string, size_t> index_of_;
  size_t bytes_ = 0;  // that were found
};

}  // namespace kval::driver
