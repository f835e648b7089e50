#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "src/source/file_stamp.h"

namespace kval::driver {

// A manifest file without findings. Other files do not depend on its content.
struct PassedManifest {
  source::FileStamp stamp;
  uint64_t documents = 0;       // as FileResult::document_count
  uint64_t steps = 0;           // as FileResult::steps
  bool has_config_map = false;  // it may hold a ConfigMap or Secret, whose data may be used by other files
  // Its resources that were validated with the catalogue, and the first one (kubernetes::ResourceCount).
  uint64_t catalog_count = 0;
  std::string first_of_catalog = {};
  bool may_install = false;      // MayInstallCharts
  bool has_values_from = false;  // it mentions `valuesFrom`
  // The API versions of its custom resources, one a line; known only if the run had releases of charts.
  bool knows_versions = false;
  std::string custom_versions = {};
};

// The files that passed in earlier runs of one check, for processes that repeat the check: a file whose stamp
// is unchanged passes again if everything else that its result depends on (`context`) is unchanged.
struct PassedManifests {
  std::string context;  // options, and the identities of files that affect other files
  std::map<std::string, PassedManifest> files;  // by path
  bool has_changed = false;                     // in the current run
};

}  // namespace kval::driver
