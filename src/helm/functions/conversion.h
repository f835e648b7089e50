#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/value.h"

// Conversions of values that many functions share.
namespace kval::helm::functions {

// Words of Go's runtime.
inline constexpr char kNilDereference[] = "runtime error: invalid memory address or nil pointer dereference";
inline constexpr char kNegativeRepeat[] = "strings: negative Repeat count";

// Sprig's strval: a string as it is, everything else as `%v` prints it. Counts work by the size of the
// result.
std::string TextOf(gotemplate::Call& call, const gotemplate::Value& value);
// `%v`, also of bytes.
std::string PrintedText(gotemplate::Call& call, const gotemplate::Value& value);
// Sprig's strslice: all items that are not nil as strings; one string for a value that is not a list.
std::vector<std::string> TextsOf(gotemplate::Call& call, const gotemplate::Value& value);
gotemplate::Value StringList(gotemplate::Call& call, const std::vector<std::string>& texts);

// The conversions of github.com/spf13/cast 1.7: 0 for values that are not numbers.
int64_t ToInt64(const gotemplate::Value& value);
double ToFloat64(const gotemplate::Value& value);

// Go's conversion of a float to int64 on amd64: values out of range become the smallest integer.
int64_t TruncateToInt64(double real);

// strconv.ParseInt with 64 bits. `value` of a number out of range is the nearest integer.
struct ParsedInt {
  int64_t value = 0;
  bool is_valid = false;  // a number that fits
};
ParsedInt ParseInt(std::string_view text, int base);
// strconv.ParseFloat; nullopt for other strings and for overflow.
std::optional<double> ParseFloat(std::string_view text);

// Sprig's empty: nil, false, 0, and strings, lists and maps without content.
bool IsEmpty(const gotemplate::Value& value);

// reflect.DeepEqual. False once the budget is exhausted.
bool DeepEqual(gotemplate::Call& call, const gotemplate::Value& a, const gotemplate::Value& b, int depth = 0);

// reflect.Kind's name: `slice`, `map`, `int64`, `invalid`.
std::string KindName(const gotemplate::Value& value);
// `%T`: `<nil>`, `map[string]interface {}`.
std::string TypeName(const gotemplate::Value& value);

// Whether the value has the type `[]byte`, and its bytes.
bool IsBytes(const gotemplate::Value& value);
std::string BytesOf(const gotemplate::Value& value);

}  // namespace kval::helm::functions
