#pragma once

#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {

// The resource claims of a pod, in its `spec`, and which of them its containers use (KV708):
// pkg/apis/core/validation, validateContainerResourceClaims. Keeps a reference to `emit`.
class PodClaims {
 public:
  PodClaims(const check::Trail& spec, diag::Emitter& emit);

  // Checks that the claims of a container exist in the pod and are used once: all of a claim, or some of its
  // requests.
  void Check(const check::Trail& resources);

 private:
  diag::Emitter& emit_;
  bool are_known_;  // all of them were read
  TextSet<std::string_view> names_;
};

}  // namespace kval::kubernetes
