#pragma once

#include <string>

#include "src/lang/kcl/sema/program.h"

namespace kval::kcl::eval {

// Formats a type in KCL's syntax: `int`, `[str]`, `{str:int}`, `"a" | "b"`, `pkg.S`.
std::string TypeText(const Type& type, const Program& program);

}  // namespace kval::kcl::eval
