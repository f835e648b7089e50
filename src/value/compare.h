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

// A short rendering for messages: scalars as Starlark spells them ("a", 12, True, None), collections
// cut to `limit` bytes.
std::string Brief(const Value& value, size_t limit = 60);

// The text that stands for a scalar when it becomes part of a path or a plain message: strings bare.
std::string PlainText(const Value& scalar);

}  // namespace kval::value
