#pragma once

#include <string>

#include "src/diag/kind.h"
#include "src/types/rule.h"
#include "src/value/value.h"

namespace kval::check {

// What a test says about a value, with the words for it: "length >= 3" must be, "length = 2" is found.
struct Outcome {
  diag::Kind kind;
  std::string must_be;
  types::Verdict verdict;
};

Outcome RunTest(const types::Rule& rule, const value::Value& value, const types::Scope& scope);

}  // namespace kval::check
