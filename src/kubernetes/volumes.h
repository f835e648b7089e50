#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

// Volumes (KV708): pkg/apis/core/validation, ValidateVolumes and ValidatePersistentVolumeSpec.
namespace kval::kubernetes {

// Checks a volume of a pod: paths and modes of its files.
void CheckVolume(const check::ValueCursor& volume, std::string_view k8s_version, diag::Emitter& emit);

// Checks the sources of volumes of pods and persistent volumes: `hostPath`, `nfs`.
void CheckVolumeSource(const check::ValueCursor& volume, diag::Emitter& emit);

// Checks `volumeMounts` and `volumeDevices` of a container: no volume in both, the paths, and the
// propagation.
void CheckMounts(const check::ValueCursor& container, diag::Emitter& emit);

// Checks the path of a file in a volume: it may begin with `/`, but must not contain `..`.
void CheckFileName(const check::ValueCursor& path, diag::Emitter& emit);

}  // namespace kval::kubernetes
