#pragma once

#include <string>
#include <vector>

#include "src/diag/path.h"
#include "src/source/span.h"
#include "src/types/model.h"
#include "src/value/value.h"

// Words and places that the checkers share.
namespace kval::check {

// Returns the kind of a value for messages: "string", "array", "integer"…
std::string FoundName(const value::Value& value);

// The location to show for a value: a scalar itself, the key of a collection (instead of a block of many
// lines), or its first line without a key.
source::Span PlaceOf(const value::Value* key, const value::Value& value);

// Returns a key as shown in messages, and as a step of a path.
std::string KeyName(const value::Value& key);
diag::PathStep StepOf(const value::Value& key);

// Returns the hint "did you mean `Always`?" for a string similar to an allowed one; else empty.
std::string HintForMember(const value::Value& value, const std::vector<const value::Value*>& allowed);

}  // namespace kval::check
