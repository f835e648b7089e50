#pragma once

#include <string>
#include <string_view>

#include "src/lang/starlark/error.h"
#include "src/lang/starlark/heap.h"
#include "src/value/value.h"

namespace kval::modules {

// The basic string of TOML 1.0, in quotes.
std::string TomlString(std::string_view text);
// The key, in quotes if it needs them.
std::string TomlKey(std::string_view key);

// Writes a map as TOML in the layout of Go's BurntSushi/toml, which ytt uses: sorted keys, plain values
// before tables, `indent` spaces per table level. Null entries are omitted; values that TOML cannot express
// fail.
starlark::Outcome<std::string> TomlText(const value::Value& document, size_t indent,
                                        const starlark::Heap& heap);

}  // namespace kval::modules
