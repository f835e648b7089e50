#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "schemas/kcl/module.h"
#include "src/lang/kcl/sema/type.h"
#include "src/lang/kcl/syntax/stmt.h"
#include "src/types/key_test.h"
#include "src/types/rule.h"
#include "src/value/builder.h"

namespace kval::schemas::kcl {

// The prefix of check line messages whose rest describes the required value in the words of the model's
// rules. The writer of KCL schemas uses it to carry over their messages.
inline constexpr std::string_view kMustBe = "must be: ";

// A step from an attribute to the values inside it that a check line is about.
enum class ElementStep : uint8_t {
  kItem,   // the items of a list
  kValue,  // the values of a dict
};

// A built-in test that a check line states.
struct AttributeRule {
  Symbol attribute;                // without value: the rule is about the instance itself
  std::vector<ElementStep> steps;  // from the attribute's value to the tested value
  types::Rule rule;
  std::shared_ptr<const types::KeyPattern> keys;  // instead of `rule`: which keys the dict may have
};

// What a check line may refer to.
struct AttributeFacts {
  bool is_known = false;
  bool has_value = false;        // never null
  bool never_undefined = false;  // has a default, be it None
  const kval::kcl::Type* type = nullptr;
};
using FactsOf = std::function<AttributeFacts(Symbol attribute)>;

// The check line as built-in tests, when all of it says what they say:
//
//   a >= 1                1 <= a <= 5            len(a) > 0            a in [1, 2]
//   len([c for c in a]) > 0
//   regex.match(a, r"…")  isunique(a)            a.startswith("x")     a is not None
//   all x in a {len(x) > 0}                      all _, x in a {x >= 1}
//   all k in a {regex.match(k, r"^(?:…)$")}      len([v for v in [a, b] if v not in [None, Undefined]]) == 1
//
// and these joined by `and`. A test of an attribute that may be unset counts only with a condition that asks
// just for that: `if a not in [None, Undefined]`, `if a is not None` where it has a default, and `if a` where
// the test would let pass what is as good as unset ("", 0, []). A message must start with kMustBe.
//
// Empty when the line says anything else. `attributes` are all of the instance's, in order.
//
// kAny: the message may be in any words, and becomes that of the rules.
enum class Messages : uint8_t { kOfRules, kAny };
std::vector<AttributeRule> Recognize(const kval::kcl::CheckLine& line, const Module& module,
                                     const FactsOf& facts, const std::vector<Symbol>& attributes,
                                     value::Builder& build, Messages messages = Messages::kOfRules);

}  // namespace kval::schemas::kcl
