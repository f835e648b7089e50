#pragma once

#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/types/model.h"
#include "src/value/value.h"

// Words and places that the checkers share.
namespace kval::check {

// "string", "array", "integer"…: the kind of a value in messages.
std::string FoundName(const value::Value& value);

// The location to show for a value: a scalar itself, the key of a collection (instead of a block of many
// lines), or its first line without a key.
source::Span PlaceOf(const value::Value* key, const value::Value& value);

// The oldest place a value has, then the newer ones, as origin labels "merged from"; only when it was merged.
void AddOrigins(const value::Value& value, diag::Builder& builder);

// A key as people see it, and as a step of a path.
std::string KeyName(const value::Value& key);
diag::PathStep StepOf(const value::Value& key);

// "did you mean `Always`?", for a string that is nearly one of those allowed; else empty.
std::string HintForMember(const value::Value& value, const std::vector<const value::Value*>& allowed);

}  // namespace kval::check
