#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "schemas/kcl/schema_module.h"
#include "src/lang/kcl/sema/type.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/key_test.h"
#include "src/types/rule.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl {

// The prefix of check line messages whose rest is a requirement in the model's wording. The KCL writer uses
// it to preserve messages of rules.
inline constexpr std::string_view kMustBe = "must be: ";

// A step from an attribute to values inside it that a check line tests.
enum class ElementStep : uint8_t {
  kItem,   // the items of a list
  kValue,  // the values of a dict
};

// A built-in test that a check line expresses.
struct AttributeRule {
  Symbol attribute;                // not set: the rule applies to the instance itself
  std::vector<ElementStep> steps;  // from the attribute's value to the tested value
  types::Rule rule;
  std::shared_ptr<const types::KeyPattern> keys;  // if set, the allowed keys of the dict instead of `rule`
};

// Facts about an attribute that a check line refers to.
struct AttributeFacts {
  bool is_known = false;
  bool has_value = false;        // never null
  bool never_undefined = false;  // has a default, possibly None
  const kval::kcl::Type* type = nullptr;
};
using FactsOf = std::function<AttributeFacts(Symbol attribute)>;

// Converts a check line to equivalent built-in tests:
//
//   a >= 1                1 <= a <= 5            len(a) > 0            a in [1, 2]
//   len([c for c in a]) > 0
//   regex.match(a, r"…")  isunique(a)            a.startswith("x")     a is not None
//   all x in a {len(x) > 0}                      all _, x in a {x >= 1}
//   all k in a {regex.match(k, r"^(?:…)$")}      len([v for v in [a, b] if v not in [None, Undefined]]) == 1
//
// and these joined by `and`. A test of an attribute that may be unset requires a matching condition:
// `if a not in [None, Undefined]`; `if a is not None` if it has a default; or `if a` if the test accepts the
// falsy value ("", 0, []). A message must start with kMustBe.
//
// Returns an empty vector for all other lines. `attributes`: all attributes of the instance, in order.
//
// kAny: any message is allowed, and becomes the message of the rules.
enum class MessagePolicy : uint8_t { kOfRules, kAny };
std::vector<AttributeRule> Recognize(const kval::kcl::CheckLine& line, const SchemaModule& module,
                                     const FactsOf& facts, const std::vector<Symbol>& attributes,
                                     value::Builder& build, MessagePolicy messages = MessagePolicy::kOfRules);

}  // namespace kval::schemas::kcl
