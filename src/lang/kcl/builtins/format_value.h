#pragma once

#include <string>
#include <string_view>

#include "src/lang/kcl/runtime/value.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// `format.format(args...)`: Python-like fields over KCL values. The failure has KCL's message.
Result<std::string> FormatValues(std::string_view format, const runtime::CallArgs& args, runtime::Heap& heap);

}  // namespace kval::kcl::builtins
