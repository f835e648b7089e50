#pragma once

#include <span>

#include "src/diag/emitter.h"
#include "src/kubernetes/admission/policy_set.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Passes on findings about an object that admission has changed. A finding about a value that a mutation set
// is located at the expression; a note names the policy and the object. Fixes of such findings are removed.
class MutationFindings final : public diag::Sink {
 public:
  // `object`: as written. All arguments must outlive it.
  MutationFindings(std::span<const AppliedMutation> applied, const value::Value& object,
                   std::string_view kind, diag::Emitter& emit)
      : applied_(applied), object_(object), kind_(kind), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  std::span<const AppliedMutation> applied_;
  const value::Value& object_;
  std::string_view kind_;
  diag::Emitter& emit_;
};

}  // namespace kval::kubernetes
