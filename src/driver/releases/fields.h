#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "src/value/value.h"

// Fields of objects whose values may have any kind: what has an unexpected one is treated as missing, because
// the check of the object reports it.
namespace kval::driver {

using FieldPath = std::initializer_list<std::string_view>;

// Null if it is missing.
const value::Value* FieldAt(const value::Value* object, FieldPath path);
// The text of a scalar; empty if it is missing or null.
std::string TextAt(const value::Value* object, FieldPath path);
bool IsTrueAt(const value::Value* object, FieldPath path);
std::span<const value::Value* const> ItemsAt(const value::Value* object, FieldPath path);
// Null if it is missing or has no entries.
const value::Value* MapAt(const value::Value* object, FieldPath path);

}  // namespace kval::driver
