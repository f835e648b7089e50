#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "annotations/annotation.h"
#include "annotations/schema/facts.h"
#include "src/template/annotated.h"
#include "src/types/rule.h"

namespace kval::annotations {

// One keyword of `@schema/validation`: how its argument becomes a test.
struct RuleKeyword {
  std::string_view name;
  uint16_t kinds;  // what the argument may be, the (value, message) form apart
  std::string_view doc;
  // Nothing when the argument is wrong, which is then reported, or asks for no rule (`not_null=False`).
  std::optional<types::Test> (*make)(const RuleKeyword& keyword, starlark::Value value, source::Span at,
                                     SchemaContext& context);
};

// In the order in which the rules run (ytt pkg/validations/validate.go, the proposal's after them).
std::span<const RuleKeyword> RuleKeywords();

}  // namespace kval::annotations
