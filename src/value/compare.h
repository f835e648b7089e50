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

// How true, false and null are spelt: as in the values, which messages speak of, or as in the code of
// Starlark and KCL.
enum class Spelling { kYaml, kCode };

// A short rendering: strings quoted, numbers as they are held, collections cut to `limit` bytes.
std::string Brief(const Value& value, size_t limit = 60, Spelling spelling = Spelling::kYaml);

// The text that stands for a scalar when it becomes part of a path or a plain message: strings bare.
std::string PlainText(const Value& scalar);

// A number that is written with digits and too large for a double: its text says what it is.
bool IsBeyondDouble(const Value& number);

}  // namespace kval::value
