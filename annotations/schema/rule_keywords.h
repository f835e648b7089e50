#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "annotations/annotation.h"
#include "annotations/schema/schema_annotations.h"
#include "src/templating/annotated.h"
#include "src/types/rule.h"

namespace kval::annotations {

// The kinds of document values that a rule can apply to, as bits.
enum RuleSubject : uint8_t {
  kBoolSubject = 1,
  kNumberSubject = 2,
  kStringSubject = 4,
  kArraySubject = 8,
  kMapSubject = 16,
  kAnySubject = 31,
};

// One keyword of `@schema/validation`, and the conversion of its argument to a test.
struct RuleKeyword {
  std::string_view name;
  uint16_t kinds;  // accepted argument types, apart from the (value, message) form
  uint8_t about;   // kinds of values that the rule applies to
  std::string_view doc;
  // Returns nullopt if the argument is invalid, which is reported, or requests no rule (`not_null=False`).
  std::optional<types::Test> (*make)(const RuleKeyword& keyword, starlark::Value value, source::Span at,
                                     SchemaContext& context);
};

// Returns all keywords in the order in which their rules run: those of ytt (pkg/validations/validate.go),
// then those of the proposal.
std::span<const RuleKeyword> RuleKeywords();
// The hint for an invalid pattern.
inline constexpr std::string_view kPatternHint =
    "regular expressions are RE2's: https://github.com/google/re2/wiki/Syntax";
// Returns the keyword with a name, or null.
const RuleKeyword* FindRuleKeyword(std::string_view name);

}  // namespace kval::annotations
