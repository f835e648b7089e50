#pragma once

#include <string_view>
#include <vector>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/workload.h"
#include "src/support/edit_distance.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {

// Checks the volumes of a pod, including those of StatefulSet claims, and their use by containers (KV708).
// Reports nothing if an unreadable volume may match. Keeps references to its arguments. Source:
// pkg/apis/core/validation, ValidateVolumeMounts, ValidateVolumeDevices.
class PodVolumes {
 public:
  PodVolumes(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit);

  // Checks that `key` refers to a volume of the pod.
  void CheckMounted(const check::ValueCursor& mount, std::string_view key);
  // Checks that the devices of a container are volumes from claims.
  void CheckDevices(const check::ValueCursor& container);
  // That `volumeName` names a directory of the pod's own.
  void CheckDirectory(const check::ValueCursor& file);

 private:
  void Collect();
  bool Has(std::string_view name) const { return names_.count(name) > 0; }

  const PodTemplate& pod_;
  const Resource& resource_;
  diag::Emitter& emit_;
  bool has_gap_ = false;  // something was not read: a volume may be among it
  std::vector<std::string_view> all_;
  SuggestionBudget suggestions_;
  TextSet<std::string_view> names_;
  TextSet<std::string_view> blocks_;       // those that may be devices
  TextSet<std::string_view> directories_;  // those that are directories of the pod's own
};

}  // namespace kval::kubernetes
