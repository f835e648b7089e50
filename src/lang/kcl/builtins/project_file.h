#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// Files as programs may read them: relative paths start at the module's root, and nothing outside of that
// root can be read unless effects are allowed.

// Resolves a program's `path`; does not check it.
std::string ResolvePath(runtime::Runtime& runtime, std::string_view path);
// A failure unless the path may be read.
Result<std::string> ReadablePath(runtime::Runtime& runtime, std::string_view path);
// A failure unless the path may be written: below the module's root, or what `--allow-effects=DIR` names
// instead.
Result<std::string> WritablePath(runtime::Runtime& runtime, std::string_view path);
Result<std::string> ReadProjectFile(runtime::Runtime& runtime, std::string_view path);

// The paths below the project that match a shell pattern (`*`, `**`, `?`, `[...]`), sorted.
Result<std::vector<std::string>> Glob(runtime::Runtime& runtime, std::string_view pattern);
// One path component against one component of a pattern.
bool MatchesComponent(std::string_view name, std::string_view pattern);

}  // namespace kval::kcl::builtins
