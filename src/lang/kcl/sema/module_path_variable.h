#pragma once

#include <optional>
#include <string>
#include <string_view>

// The variable at the start of a path (KCL's crates/config/src/path.rs): `${KCL_MOD}/a.k` starts at the
// directory of the program's kcl.mod, `${name:KCL_MOD}/a.k` at the directory of the package `name`. Elsewhere
// in a path it is plain text.
namespace kval::kcl {

struct ModulePathVariable {
  std::string_view package;  // empty: the program's own
  std::string_view rest;     // after the variable and its slash
};

// Returns views into `path`; nullopt if the path does not begin with such a variable.
std::optional<ModulePathVariable> ParseModulePathVariable(std::string_view path);

// Returns `path` with a leading `${KCL_MOD}` replaced by the directory `root`; other paths unchanged.
std::string ExpandModulePath(std::string path, std::string_view root);

}  // namespace kval::kcl
