#pragma once

#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// Claims of storage (KV708): pkg/apis/core/validation, ValidatePersistentVolumeClaimSpec.
namespace kval::kubernetes {

// A claim, whose `spec` is the map's: of its own, or the template of those of a StatefulSet or a pod.
void CheckClaim(const check::Trail& claim, bool is_template, diag::Emitter& emit);

// `kind` and `name` of a reference that the server looks at: of where a claim's data comes from, of what
// stands behind an Ingress.
void CheckReferenceNames(const check::Trail& at, diag::Emitter& emit);

// `accessModes` of a claim or of a volume.
void CheckAccessModes(const check::Trail& spec, diag::Emitter& emit);

// `storage` is among the amounts, and more than 0. `who`: `claim must request`.
void CheckStorage(const check::Trail& amounts, std::string_view who, diag::Emitter& emit);

}  // namespace kval::kubernetes
