#pragma once

#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// Volumes (KV708): pkg/apis/core/validation, ValidateVolumes and ValidatePersistentVolumeSpec.
namespace kval::kubernetes {

// A volume of a pod: where its files lie, and what they are set from.
void CheckVolume(const check::Trail& volume, diag::Emitter& emit);

// What volumes of pods and persistent volumes are: `hostPath`, `nfs`.
void CheckVolumeSource(const check::Trail& volume, diag::Emitter& emit);

// A path within a volume leads nowhere else. `is_file`: it is that of a file, of which some are the
// kubelet's. Whether that is so.
bool CheckPathWithin(const check::Trail& path, bool is_file, diag::Emitter& emit);

}  // namespace kval::kubernetes
