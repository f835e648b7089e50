#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::schemas::ytt {

// Reports a default or an example (`what`) that does not have the node's type (KV210), one diagnostic per
// violation, at the annotation's argument or, for a fragment, inside it. Returns whether it fits.
bool ReportTypeMismatch(std::string_view what, const value::Value& value, source::Span at, source::Span node,
                        types::TypeId type, const types::Model& model, diag::Emitter& emit);

}  // namespace kval::schemas::ytt
