#pragma once

#include <functional>

#include "src/lang/kcl/syntax/ast.h"

namespace kval::cli {

// Calls `visit` with each name of a file of KCL that has a number from 0 (kcl::NameId): all but the keys of
// configs. Errors: exhausted stack is thrown (NeedStack).
void ForEachName(const kcl::FileAst& file, const std::function<void(const kcl::Name&)>& visit);

}  // namespace kval::cli
