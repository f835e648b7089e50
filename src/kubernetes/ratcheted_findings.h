#pragma once

#include "schemas/crd/rules/updated_object.h"
#include "src/diag/emitter.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// Filters findings about the schema of a custom resource that is updated. Errors in parts that the update
// does not change become notes, because the API server accepts them. Rules in CEL decide it themselves.
class RatchetedFindings final : public diag::Sink {
 public:
  // `object`: the new object with defaults.
  RatchetedFindings(const schemas::crd::rules::UpdatedObject& updated, const value::Value& object,
                    diag::Emitter& emit)
      : updated_(updated), object_(object), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;
  bool has_error() const { return has_error_; }

 private:
  const schemas::crd::rules::UpdatedObject& updated_;
  const value::Value& object_;
  diag::Emitter& emit_;
  bool has_error_ = false;
};

}  // namespace kval::kubernetes
