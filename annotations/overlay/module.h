#pragma once

#include "annotations/overlay/apply.h"
#include "src/lang/starlark/interpreter.h"

namespace kval::annotations {

// Creates the module of `load("@ytt:overlay", "overlay")`: apply, index, all, map_key, subset, and_op, or_op,
// not_op. Errors in `overlay.apply` become errors of the call, with the overlay's nodes as stack frames; the
// emitter of `context` is not used.
starlark::Module* MakeOverlayModule(const OverlayContext& context);

}  // namespace kval::annotations
