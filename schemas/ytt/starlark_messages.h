#pragma once

#include "src/types/test_messages.h"

namespace kval::schemas::ytt {

// The messages of ytt's validations, which run on Starlark values (ytt pkg/validations, go.starlark.net).
inline constexpr types::TestMessages kStarlarkMessages = {
    {"NoneType", "bool", "int", "float", "string", "list", "dict"},
    "len: value of type {} has no len",
    "{} {} {} not implemented",
};

}  // namespace kval::schemas::ytt
