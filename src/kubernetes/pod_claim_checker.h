#pragma once

#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {

// The resource claims of a pod, in its `spec`, and which of them its containers use (KV708):
// pkg/apis/core/validation, validateContainerResourceClaims. Keeps a reference to `emit`.
class PodClaimChecker {
 public:
  PodClaimChecker(const check::ValueCursor& spec, diag::Emitter& emit);

  // Checks that the claims of a container exist in the pod and are used once: all of a claim, or some of its
  // requests.
  void Check(const check::ValueCursor& resources);

 private:
  diag::Emitter& emit_;
  bool is_complete_;  // all of them were read
  TextSet<std::string_view> names_;
};

}  // namespace kval::kubernetes
