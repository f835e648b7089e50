#pragma once

#include <string>

#include "src/lang/starlark/error.h"
#include "src/lang/starlark/heap.h"
#include "src/value/value.h"

namespace kval::modules {

// A map as TOML, laid out as Go's BurntSushi/toml does, which ytt uses: keys sorted, plain values before
// tables, `indent` spaces for each level of tables. Null entries are left out; what TOML cannot have fails.
starlark::Outcome<std::string> TomlText(const value::Value& document, size_t indent,
                                        const starlark::Heap& heap);

}  // namespace kval::modules
