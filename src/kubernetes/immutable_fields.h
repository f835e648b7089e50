#pragma once

#include "src/diag/emitter.h"
#include "src/kubernetes/admission/admission_request.h"
#include "src/support/arena.h"

namespace kval::kubernetes {

// Whether an update of the kind of a request must not change some fields.
bool HasImmutableFields(const AdmissionRequest& request);

// Reports changed fields of a built-in kind that the API server does not update (KV7299). `request` is an
// update; `written` is its object. New values go to `arena`.
// Source: the ValidateUpdate functions of k8s.io/kubernetes/pkg/apis/*/validation.
void CheckImmutableFields(const AdmissionRequest& request, const Resource& written, Arena& arena,
                          diag::Emitter& emit);

}  // namespace kval::kubernetes
