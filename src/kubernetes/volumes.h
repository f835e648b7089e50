#pragma once

#include <string>
#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// Volumes (KV708): pkg/apis/core/validation, ValidateVolumes and ValidatePersistentVolumeSpec.
namespace kval::kubernetes {

// Checks a volume of a pod: paths and modes of its files.
void CheckVolume(const check::Trail& volume, diag::Emitter& emit);

// What volumes of pods and persistent volumes are: `hostPath`, `nfs`.
void CheckVolumeSource(const check::Trail& volume, diag::Emitter& emit);

// `volumeMounts` and `volumeDevices` of a container: none in both, where they lead, how they are shared.
void CheckMounts(const check::Trail& container, diag::Emitter& emit);

// What keeps a text from being the name of a CSI driver: ValidateCSIDriverName, which lowers it first.
std::string WhyNoDriver(std::string_view name);

// The path of a file in a volume, which may begin with `/`, leads nowhere else.
void CheckFileName(const check::Trail& path, diag::Emitter& emit);

}  // namespace kval::kubernetes
