#pragma once

#include <string>
#include <vector>

#include "schemas/conversion_warnings.h"
#include "src/types/model.h"

namespace kval::schemas::ytt {

// The rules of one node as annotations.
struct RuleText {
  std::vector<std::string> annotations;  // `@schema/validation min=1, max=9`
  std::vector<std::string> comments;     // parts that could not be expressed
  std::vector<std::string> extensions;   // features that released ytt does not support
  std::vector<std::string> modules;      // modules that functions of the rules load: `regexp`
};

// The rules for the values of one node.
struct NodeRules {
  const std::vector<types::RuleId>& rules;
  const std::vector<types::Rule>& further;    // expressed by parts of the type
  const std::vector<std::string>& functions;  // the same as Starlark: `("a number", lambda v: …)`
  bool is_required = false;                   // null and a missing value are errors
  const types::Shape& shape;
};

// Writes rules that no value of the shape can pass as functions, because keywords would be rejected
// (rule_fit.h).
RuleText WriteRules(const NodeRules& rules, const types::Model& model, const diag::Path& path,
                    ConversionWarnings& losses);

}  // namespace kval::schemas::ytt
