#pragma once

#include <cstddef>
#include <map>

#include "schemas/kubernetes/api_table.h"
#include "schemas/kubernetes/type_graph.h"
#include "src/diag/emitter.h"
#include "src/kubernetes/resource.h"

namespace kval::kubernetes {

// Checks the rules of schemas/kubernetes/tables/field_rules.tsv (KV708) in a resource, wherever a type with
// rules occurs. Threads: one.
class FieldRuleChecker {
 public:
  // `table` must outlive the checker.
  explicit FieldRuleChecker(const schemas::kubernetes::ApiTable& table) : table_(table) {}

  // Checks a resource of a built-in kind in a version, by its number in the table.
  void Check(const Resource& resource, size_t version, diag::Emitter& emit);

 private:
  const schemas::kubernetes::ApiTable& table_;
  std::map<size_t, schemas::kubernetes::TypeGraph> graphs_;  // by version
};

}  // namespace kval::kubernetes
