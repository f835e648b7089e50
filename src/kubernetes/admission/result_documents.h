#pragma once

#include <cstdint>

#include "src/lang/cel/value.h"
#include "src/source/span.h"
#include "src/support/arena.h"
#include "src/support/result.h"
#include "src/value/value.h"

namespace kval::kubernetes {

enum class DocumentUse : uint8_t { kApplyConfiguration, kJsonPatchValue };

// Converts the result of an expression to a document value in `arena`. All new values have the span `origin`.
// Strings are copied.
//
// The API server converts the fields of objects by Go's types: null is no value there, and integers that
// a double does not hold are strings in the value of a JSON patch.
//
// Errors: values that JSON does not have, keys that are not strings, and objects whose type is not the path
// of their field (`Object.spec{template: Object.spec.wrong{}}`). Source: apiserver, pkg/cel/mutation/dynamic,
// and cel-go, common/types.
Result<const value::Value*> ToDocument(const cel::Value& result, DocumentUse use, source::Span origin,
                                       Arena& arena);

}  // namespace kval::kubernetes
