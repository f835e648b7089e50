#pragma once

#include <cstdint>
#include <string_view>

#include "src/lang/cel/unavailable.h"
#include "src/lang/cel/value.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// What only the API server knows. The values are positions in kServerKnowledge.
enum class ServerKnowledge : uint8_t {
  kAuthorizer,
  kUserInfo,
  kOptions,
  kNamespace,
  kOtherVersion,
  kGenerated,
  kOtherObject,
  kKyverno,
  kCurrentTime,
  kRandomText,
  kUnsupportedData
};
inline constexpr std::string_view kServerKnowledge[] = {
    "`authorizer`, which only the API server has",
    "`request.userInfo`, which only the API server knows",
    "`request.options`, which only the API server knows",
    "the labels or annotations of a namespace that is not among the inputs",
    "the object in another API version, to which the API server converts it",
    "values that the API server generates, such as `metadata.uid`, the status or encoded `stringData`",
    "an object that is not among the inputs, which it gets by `resource`",
    "`http`, `globalContext`, `image` or `yaml`, which only Kyverno has",
    cel::kCurrentTime,
    cel::kRandomText,
    cel::kUnsupportedData};

// Returns the value of an expression whose result depends on it.
cel::Value UnknownValue(ServerKnowledge what);
// Requires: `unknown` is a result of UnknownValue, or of a function (lang/cel/unavailable.h).
ServerKnowledge KnowledgeOf(const cel::Error& unknown);

// The value of fields that the API server generates. DynamicValues adapts it to an unknown value.
const value::Value& GeneratedValue();

}  // namespace kval::kubernetes
