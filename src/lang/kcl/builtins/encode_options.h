#pragma once

#include <cstddef>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/runtime/text.h"

namespace kval::kcl::builtins {

// `sort_keys`, `ignore_private` and `ignore_none` of an encoder, from position `index` on; with `indent`
// after the first of them when the encoder is for JSON.
runtime::EncodeOptions EncodeOptionsOf(Arguments& args, size_t index, bool is_json);

}  // namespace kval::kcl::builtins
