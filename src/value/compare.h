#pragma once

#include <optional>
#include <string>

#include "src/value/value.h"

namespace kval::value {

// Compares content; returns a negative number, zero or a positive number. Compares numbers with numbers,
// strings by bytes, booleans (false first), sequences item by item. Nullopt for other pairs and for NaN.
std::optional<int> Compare(const Value& a, const Value& b);

// Returns a string that is equal for equal keys only. A string key is its own string; other kinds have a
// prefix with a control character, so that the key 1 and the key "1" differ.
std::string KeyText(const Value& key);

// The spelling of true, false and null: as in YAML, or as in Starlark and KCL code.
enum class LiteralSyntax { kYaml, kCode };

// Returns a short representation: quoted strings, numbers by value, collections truncated to `limit` bytes.
std::string Abbreviate(const Value& value, size_t limit = 60, LiteralSyntax spelling = LiteralSyntax::kYaml);

// Returns a scalar as part of a path or message: strings without quotes.
std::string PlainText(const Value& scalar);

// Whether a number is too large for a double, so that only its source text is exact.
bool ExceedsDoubleRange(const Value& number);

}  // namespace kval::value
