
#include "src/helm/functions/functions_of.h"
#include "src/helm/functions/json_decode.h"
#include "src/helm/functions/json_encode.h"

// Source: Sprig defaults.go; Helm pkg/engine/funcs.go replaces toJson and fromJson.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Value;

namespace {

Value Encoded(Call& call, JsonForm form, bool reports_errors) {
  const JsonText json = EncodeJson(call, call[0], form);
  if (reports_errors && !json.error.empty()) {
    return call.Fail(json.error);
  }
  const Value text = call.Text(json.text);
  call.heap().SetPieces(text.text(), json.pieces);
  return text;
}

constexpr JsonForm kIndented = {.is_indented = true};
constexpr JsonForm kRaw = {.escapes = yaml::GoEscapes::kPlain};

}  // namespace

Value ToJson(Call& call) {
  return Encoded(call, {}, false);
}

Value MustToJson(Call& call) {
  return Encoded(call, {}, true);
}

Value ToPrettyJson(Call& call) {
  return Encoded(call, kIndented, false);
}

Value MustToPrettyJson(Call& call) {
  return Encoded(call, kIndented, true);
}

Value ToRawJson(Call& call) {
  return Encoded(call, kRaw, true);
}

Value FromAnyJson(Call& call) {
  const DecodedJson decoded = DecodeJson(call);
  return decoded.error.empty() ? decoded.value : call.Fail(decoded.error);
}

// Errors are in the result, as `Error`.
Value FromJson(Call& call) {
  const DecodedJson decoded = DecodeJsonAs(call, gotemplate::kAnyMapType);
  if (decoded.error.empty()) {
    return decoded.value.is_untyped_nil() ? Value::Nil(gotemplate::kAnyMapType) : decoded.value;
  }
  const Value map = decoded.value.is(Kind::kMap) ? decoded.value : call.heap().NewMap();
  map.map()->Set("Error", call.Text(decoded.error).From(call[0].origin()));
  return map;
}

Value FromJsonArray(Call& call) {
  const DecodedJson decoded = DecodeJsonAs(call, gotemplate::kAnyListType);
  if (decoded.error.empty()) {
    return decoded.value.is_untyped_nil() ? Value::Nil(gotemplate::kAnyListType) : decoded.value;
  }
  const Value error = call.Text(decoded.error);
  return call.AnyList(std::span(&error, 1));
}

}  // namespace kval::helm::functions
