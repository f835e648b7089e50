#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schemas/crd/rules/rule_estimates.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// The estimated costs of the rules of one version of a CustomResourceDefinition.
struct DefinitionCost {
  std::string definition;  // its name: `things.example.com`
  std::string version;
  uint64_t total = 0;
  std::vector<schemas::crd::rules::RuleEstimate> rules;  // the most expensive first
};

struct DefinitionCosts {
  bool is_usable = true;  // all files could be read and parsed, and have definitions
  std::vector<DefinitionCost> costs;
};

// Estimates the rules of the CustomResourceDefinitions of files and directories: `kval k8s crd cost`. Values
// of the result belong to `session`, which also receives errors of the files.
DefinitionCosts EstimateDefinitions(const std::vector<std::string>& paths, source::FileReader& reader,
                                    Session& session);

}  // namespace kval::driver
