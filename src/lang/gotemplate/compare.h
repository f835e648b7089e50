#pragma once

#include <optional>
#include <string>

#include "src/lang/gotemplate/value.h"

namespace kval::gotemplate {

// The truth of a value in `if`, `and`, `not`: false for 0, "", nil and empty lists and maps.
bool IsTrue(const Value& value);

// The functions eq and lt for two values. Return an error message if the values cannot be compared.
std::optional<std::string> CompareEqual(const Value& a, const Value& b, bool* result);
std::optional<std::string> CompareLess(const Value& a, const Value& b, bool* result);

}  // namespace kval::gotemplate
