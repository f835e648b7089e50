#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "schemas/kcl/module.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/rule.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl_language {

// A built-in test that a check line states about one attribute.
struct AttributeRule {
  Symbol attribute;
  types::Rule rule;
};

// What a check line may speak about: a test of an attribute is only as good as KCL's own when the attribute
// always has a value, and `>` becomes `>=` only for integers.
struct AttributeFacts {
  bool is_known = false;
  bool has_value = false;  // never null
  bool is_integer = false;
};
using FactsOf = std::function<AttributeFacts(Symbol attribute)>;

// The check line as built-in tests, when all of it says what they say: `a >= 1`, `1 <= a <= 5`, `len(a) > 0`,
// `regex.match(a, r"…")`, `a in [1, 2]`, `isunique(a)`, `a.startswith("x")`, and these joined by `and`.
// Empty when it says anything else, has a message or a condition.
std::vector<AttributeRule> Recognize(const kcl::CheckLine& line, const Module& module, const FactsOf& facts,
                                     value::Builder& build);

// Any check line, evaluated by KCL on the instance.
types::Rule OpaqueRule(const kcl::CheckLine& line, const kcl::Schema& schema, std::shared_ptr<Module> module);

}  // namespace kval::schemas::kcl_language
