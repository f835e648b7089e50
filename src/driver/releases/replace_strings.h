#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::driver {

// Returns the value with the strings that `replace` returns in the place of those in it, which keep their
// places in the text. Nullopt keeps a string.
const value::Value* ReplaceStrings(
    const value::Value& value, value::Builder& build,
    const std::function<std::optional<std::string>(std::string_view)>& replace);

}  // namespace kval::driver
