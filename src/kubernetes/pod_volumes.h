#pragma once

#include <string_view>
#include <vector>

#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/workload.h"
#include "src/support/edit_distance.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {

// The volumes of a pod, including those of StatefulSet claims, and their use by containers (KV708):
// pkg/apis/core/validation, ValidateVolumeMounts, ValidateVolumeDevices. Reports nothing where an unreadable
// volume may match. Keeps references to its arguments.
class PodVolumes {
 public:
  PodVolumes(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit);

  // That `key` names a volume.
  void CheckMounted(const check::Trail& mount, std::string_view key);
  // That the devices of a container are volumes of claims, each once, and of a pod whose users are the
  // host's.
  void CheckDevices(const check::Trail& container);
  // That `volumeName` names a directory of the pod's own.
  void CheckDirectory(const check::Trail& file);

 private:
  void Collect();
  void CheckDevice(const check::Trail& device, std::string_view key,
                   TextMap<std::string_view, source::Span>& known);
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
