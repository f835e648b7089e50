#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

// Volumes (KV708): pkg/apis/core/validation, ValidateVolumes and ValidatePersistentVolumeSpec.
namespace kval::kubernetes {

// Checks a volume of a pod: distinct paths of its files, the claim of an ephemeral volume.
void CheckVolume(const check::ValueCursor& volume, std::string_view k8s_version, diag::Emitter& emit);

}  // namespace kval::kubernetes
