#pragma once

#include <map>
#include <string>
#include <string_view>

namespace kval::kcl {

// What the checker needs of a kcl.mod.
struct ModuleFile {
  std::string name;                                 // [package] name
  std::map<std::string, std::string> dependencies;  // [dependencies] with a path, by name
};

// Reads the text of a kcl.mod; what it does not know, and what is no TOML, is left out.
ModuleFile ParseModuleFile(std::string_view text);

}  // namespace kval::kcl
