#pragma once

#include <string_view>

#include "src/diag/emitter.h"
#include "src/source/span.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::schemas::ytt {

// Reports a default or an example (`what`) that does not fit its own type (KV210), one diagnostic for each
// fault in it, at the annotation's argument or, when that is a fragment, inside it. True when it fits.
bool ReportMisfit(std::string_view what, const value::Value& value, source::Span at, source::Span node,
                  types::TypeId type, const types::Model& model, diag::Emitter& emit);

}  // namespace kval::schemas::ytt
