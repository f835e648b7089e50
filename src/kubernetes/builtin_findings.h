#pragma once

#include <cstddef>

#include "schemas/kubernetes/api_table.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// Passes on findings about a resource of a built-in kind: adds the description of the field, because there is
// no place of a schema to show, and hints. Omits findings about values that the API server overwrites.
class BuiltinFindings final : public diag::Sink {
 public:
  BuiltinFindings(const schemas::kubernetes::ApiTable& table, size_t version, const Resource& resource,
                  diag::Emitter& emit)
      : table_(table), version_(version), resource_(resource), emit_(emit) {}
  void Consume(diag::Diagnostic finding) override;

 private:
  const schemas::kubernetes::ApiTable& table_;
  size_t version_;
  const Resource& resource_;
  diag::Emitter& emit_;
};

}  // namespace kval::kubernetes
