#pragma once

#include <optional>
#include <string>

#include "src/value/value.h"

namespace kval::value {

// Three-way comparison of content: negative, zero, positive. Numbers among each other, strings by bytes,
// booleans (false first), sequences item by item. Nothing for other pairs and for NaN.
std::optional<int> Compare(const Value& a, const Value& b);

// One text for each key: equal keys give equal text. A string key is its own text; other kinds are
// marked with a control character, so that the key 1 and the key "1" differ.
std::string KeyText(const Value& key);

// The spelling of true, false and null: as in YAML, or as in Starlark and KCL code.
enum class Spelling { kYaml, kCode };

// A short rendering: strings quoted, numbers as they are held, collections cut to `limit` bytes.
std::string Brief(const Value& value, size_t limit = 60, Spelling spelling = Spelling::kYaml);

// Returns a scalar as part of a path or message: strings without quotes.
std::string PlainText(const Value& scalar);

// Whether a number is too large for a double, so that only its source text is exact.
bool IsBeyondDouble(const Value& number);

}  // namespace kval::value
