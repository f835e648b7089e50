#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/lang/kcl/runtime/runtime.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// Files that programs may read: relative paths start at the module's root, and files outside of it cannot be
// read unless effects are allowed.

// Resolves a program's `path`; does not check it.
std::string ResolvePath(runtime::Runtime& runtime, std::string_view path);
// Returns the resolved path, or a failure if it must not be read.
Result<std::string> ReadablePath(runtime::Runtime& runtime, std::string_view path);
// Returns the resolved path, or a failure if it must not be written. Writable: the module's root, or instead
// the directory of `--allow-effects=DIR`.
Result<std::string> WritablePath(runtime::Runtime& runtime, std::string_view path);
Result<std::string> ReadProjectFile(runtime::Runtime& runtime, std::string_view path);

// Returns the paths in the project that match a shell pattern (`*`, `**`, `?`, `[...]`), sorted.
Result<std::vector<std::string>> Glob(runtime::Runtime& runtime, std::string_view pattern);
// Matches one path component against one component of a pattern.
bool MatchesComponent(std::string_view name, std::string_view pattern);

}  // namespace kval::kcl::builtins
