#pragma once

#include <span>

#include "src/diag/path.h"
#include "src/kubernetes/admission/admission_request.h"
#include "src/kubernetes/admission/dynamic_values.h"
#include "src/kubernetes/admission/policy.h"
#include "src/lang/cel/program.h"
#include "src/source/span.h"

namespace kval::kubernetes {

struct ViolationLocation {
  diag::Path path;    // of the value in the object; empty for the object itself
  source::Span span;  // of the value, of its key if it is a collection, or of the nearest written parent
  // The part that reads the value, or the first part; null if there is none.
  const cel::FailingPart* part = nullptr;
};

// Locates the value of the object of a request that the failing parts of an expression read: the first one
// that is written as a path. Without such a value the location is the name of the object, or its kind.
ViolationLocation LocateViolation(std::span<const cel::FailingPart> parts, const PolicyExpression& expression,
                                  const AdmissionPolicy& policy, const AdmissionRequest& request,
                                  const DynamicValues& values);

// Returns the location of the name of an object, or of its kind.
ViolationLocation LocateName(const value::Value& object);

}  // namespace kval::kubernetes
