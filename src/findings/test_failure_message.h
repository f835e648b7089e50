#pragma once

#include <string>

#include "src/types/rule.h"
#include "src/value/value.h"

namespace kval::findings {

// Returns the headline for a built-in test that `value` fails, with the value and the bound: "50 is greater
// than the maximum of 10", "has 1 character, at least 3 are required". Empty for custom tests and for kinds
// of values that the test does not apply to.
std::string TestFailureMessage(const types::Test& test, const value::Value& value,
                               const types::PredicateResult& verdict);

}  // namespace kval::findings
