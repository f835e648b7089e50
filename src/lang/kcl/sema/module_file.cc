#include "src/lang/kcl/sema/module_file.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace kval::kcl {

ModuleFile ParseModuleFile(std::string_view text) {
  ModuleFile result;
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    return result;
  }
  const toml::table& table = parsed.table();
  result.name = table["package"]["name"].value_or(std::string());
  if (const toml::table* dependencies = table["dependencies"].as_table()) {
    for (const auto& [name, value] : *dependencies) {
      if (const toml::table* fields = value.as_table()) {
        if (const auto path = (*fields)["path"].value<std::string>()) {
          result.dependencies[std::string(name.str())] = *path;
        }
      }
    }
  }
  return result;
}

}  // namespace kval::kcl
