#pragma once

#include <string>

#include "src/diag/kind.h"
#include "src/types/rule.h"
#include "src/types/test_words.h"
#include "src/value/value.h"

namespace kval::check {

// Evaluates a rule's test. Assertion rules need a validator (Judge); for them this returns kHolds.
types::Verdict RunTest(const types::Rule& rule, const value::Value& value, const types::Scope& scope,
                       const types::TestWords& words = types::kPlainWords);

// Returns the verdict for a value that is not in an enumeration.
types::Verdict NotListed(const value::Value& value);

// Returns the kind of a failing test, and the requirement: "length >= 3".
diag::Kind KindOf(const types::Test& test);
std::string MustBe(const types::Test& test);

// Formats a value for a message; uses the source spelling if the 64-bit float would print as another number.
std::string Shown(const value::Value& value);

}  // namespace kval::check
