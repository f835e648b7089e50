#pragma once

#include <cstddef>

#include "schemas/kubernetes/api_table.h"
#include "src/diag/diagnostic.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// A change for findings about a resource of a built-in kind: adds the description of the field, because there
// is no place of a schema to show, and hints. Returns false for values that the API server overwrites.
struct OfBuiltinKind {
  const schemas::kubernetes::ApiTable& table;
  size_t version;
  const Resource& resource;

  bool operator()(diag::Diagnostic& finding) const;
};

}  // namespace kval::kubernetes
