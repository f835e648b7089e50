#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"
#include "src/driver/kubernetes/kustomize_resources.h"
#include "src/support/limits.h"
#include "src/value/builder.h"

namespace kval::driver {

// The resources that replacements and variables of a kustomization refer to.
struct ReplacementScope {
  std::vector<KustomizeResource>& resources;
  bool is_complete;              // no others
  std::set<uint32_t>& reported;  // places of findings, each of which is reported once
  const Limits& limits;
  size_t& steps;  // that fields may take; decreases
  value::Builder& build;
  diag::Emitter& emit;
};

// Sets the fields of a replacement in the resources, or reports why kustomize cannot do that (KV7296,
// KV7297). Reports nothing that depends on unknown fields or resources. `is_of_file`: the replacement is in
// another file than the kustomization, so that no schema is applied to it.
//
// Source: kustomize api/filters/replacement/replacement.go.
void ApplyReplacement(const check::ValueCursor& replacement, bool is_of_file, ReplacementScope& scope);

// Reports variables (`vars`) whose fields do not exist, and repeated names.
//
// Source: kustomize api/internal/accumulator/resaccumulator.go.
void CheckVariables(const check::ValueCursor& kustomization, ReplacementScope& scope);

}  // namespace kval::driver
