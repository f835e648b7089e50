#pragma once

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// kustomize's checks of a patch before it looks for its target. Source:
// sigs.k8s.io/kustomize/api/internal/builtins/PatchTransformer.go, gopkg.in/evanphx/json-patch.v4.
namespace kval::kubernetes {

// A patch that is merged: it says by its kind and name which resource it is a part of, also where a target
// chooses; its apiVersion counts where none does.
void CheckMergePatch(const check::Trail& patch, bool has_target, diag::Emitter& emit);

// Checks a generator, transformer or validator: apiVersion, kind and name.
void CheckPlugin(const check::Trail& plugin, diag::Emitter& emit);

// Checks a list of operations (RFC 6902). Whether their paths exist is unknown.
void CheckJsonPatch(const check::Trail& operations, diag::Emitter& emit);

}  // namespace kval::kubernetes
