#pragma once

#include "src/kubernetes/admission/admission_request.h"
#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Returns an object of a request with the values that the API server sets before admission: its namespace,
// the defaults of built-in kinds, and quantities as strings. Shares what does not change; new values go to
// `arena`.
const value::Value* WithServerDefaults(const AdmissionRequest& request, const value::Value& object,
                                       Arena& arena);

// Returns an object of a request with the labels that the API server sets, which selectors read: the name of
// a Namespace, and the labels of the pods of a Job without labels.
const value::Value* WithServerLabels(const AdmissionRequest& request, const value::Value& object,
                                     Arena& arena);

// Whether the kind of a request is in a group whose kinds are built in.
bool HasServerDefaults(const AdmissionRequest& request);

// Returns an object of a request with its namespace.
const value::Value* WithNamespace(const AdmissionRequest& request, const value::Value& object, Arena& arena);

}  // namespace kval::kubernetes
