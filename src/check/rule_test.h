#pragma once

#include <string>

#include "src/diag/kind.h"
#include "src/types/rule.h"
#include "src/types/test_messages.h"
#include "src/value/value.h"

namespace kval::check {

// Evaluates a rule's test. Assertion rules need a Validator; for them this returns kHolds.
types::PredicateResult RunTest(const types::Rule& rule, const value::Value& value,
                               const types::RuleScope& scope,
                               const types::TestMessages& words = types::kDefaultTestMessages);

// Returns the verdict for a value that is not in an enumeration.
types::PredicateResult NotInEnum(const value::Value& value);

// Returns the kind of a failing test, and the requirement: "length >= 3".
diag::Kind KindOf(const types::Test& test);
std::string RequirementText(const types::Test& test);

// Formats a value for a message; uses the source spelling if the 64-bit float would print as another number.
std::string DisplayText(const value::Value& value);

}  // namespace kval::check
