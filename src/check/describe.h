#pragma once

#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/types/model.h"
#include "src/value/value.h"

// Words and places that the checkers share.
namespace kval::check {

// "string", "array", "integer"…: what a value is called as something that was found.
std::string FoundName(const value::Value& value);

// Where to point for a value: the value itself when it is a scalar, the key that holds it for a
// collection (a block of many lines says nothing), the place of its first line where there is no key.
source::Span PlaceOf(const value::Value* key, const value::Value& value);

// The oldest place a value has, then the newer ones, as origin labels "merged from"; only when it was merged.
void AddOrigins(const value::Value& value, diag::Builder& builder);

// A key as people see it, and as a step of a path.
std::string KeyName(const value::Value& key);
diag::PathStep StepOf(const value::Value& key);

// "did you mean `Always`?", for a string that is nearly one of those allowed; else empty.
std::string HintForMember(const value::Value& value, const std::vector<const value::Value*>& allowed);

}  // namespace kval::check
