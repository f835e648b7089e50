#pragma once

#include <string>

#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/value.h"

namespace kval::helm::functions {

// A value that encoding/json makes of a text: every number is a float64, the last of equal keys wins.
struct DecodedJson {
  gotemplate::Value value;
  std::string error;     // as Go words it; empty: none
  bool is_valid = true;  // the text is JSON; an error is about a number that is too large
};

// Of the first argument of the call.
DecodedJson DecodeJson(gotemplate::Call& call);

// Go's words for a value of the wrong type: json: cannot unmarshal array into Go value of type TYPE.
std::string CannotUnmarshal(const gotemplate::Value& value, const gotemplate::Type& type);

// The same as DecodeJson for a value that must have the type; null is accepted too.
DecodedJson DecodeJsonAs(gotemplate::Call& call, const gotemplate::Type& type);

}  // namespace kval::helm::functions
