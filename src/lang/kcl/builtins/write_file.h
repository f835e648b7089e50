#pragma once

#include <cstdint>
#include <string_view>

#include "src/lang/kcl/runtime/runtime.h"

namespace kval::kcl::builtins {

enum class WriteMode : uint8_t { kReplace, kAppend };

// Writes a file whose path is resolved like that of a file to read; fails with KCL's message. What replaces a
// file is there whole or not at all (src/output). The caller has asked whether effects are allowed.
bool WriteFile(runtime::Runtime& runtime, std::string_view path, std::string_view content, WriteMode mode);

}  // namespace kval::kcl::builtins
