#pragma once

#include "src/types/test_words.h"

namespace kval::schemas::ytt {

// What ytt's validations say (ytt pkg/validations, go.starlark.net): they run on Starlark's values.
inline constexpr types::TestWords kStarlarkWords = {
    {"NoneType", "bool", "int", "float", "string", "list", "dict"},
    "len: value of type {} has no len",
    "{} {} {} not implemented",
};

}  // namespace kval::schemas::ytt
