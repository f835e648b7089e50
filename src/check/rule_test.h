#pragma once

#include <string>

#include "src/diag/kind.h"
#include "src/types/rule.h"
#include "src/types/test_words.h"
#include "src/value/value.h"

namespace kval::check {

// What a rule's test says about a value; assertions over types, which only a Judge can ask, hold.
types::Verdict RunTest(const types::Rule& rule, const value::Value& value, const types::Scope& scope,
                       const types::TestWords& words = types::kPlainWords);

// What it says about a value that is none of those that are allowed.
types::Verdict NotListed(const value::Value& value);

// The kind of fault that a failing test is, and what the value must be: "length >= 3".
diag::Kind KindOf(const types::Test& test);
std::string MustBe(const types::Test& test);

// A value in a message: as it is written where its 64-bit float would be shown as another number.
std::string Shown(const value::Value& value);

}  // namespace kval::check
