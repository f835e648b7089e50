#pragma once

#include <string_view>

#include "src/diag/emitter.h"

namespace kval::kubernetes {

// Passes on findings about a resource whose schema is from the catalogue, and names the release of the
// operator in each one about the schema. The cluster may run another release, so unknown keys and values that
// are not similar to a known one are warnings.
class CatalogFindings final : public diag::Sink {
 public:
  CatalogFindings(std::string_view release, diag::Emitter& emit) : release_(release), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  std::string_view release_;
  diag::Emitter& emit_;
};

}  // namespace kval::kubernetes
