#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/starlark/interpreter.h"
#include "src/support/keyed_hash.h"

namespace kval::modules {

struct ModuleOptions {
  // The ytt release that kval implements, for `version.require_at_least`.
  std::string ytt_version = "0.52.1";
};

// The modules that programs of one interpreter load as `@ytt:NAME`.
//
// Built-in: assert base64 ip json math md5 module regexp sha256 struct toml url version yaml as in ytt, and
// validations and spelling of ytt's schema proposal. The host adds the modules that depend on its documents:
// data, library, overlay, template. A module is created when it is first loaded. Source: ytt pkg/yttlibrary,
// pkg/yttlibraryext.
class ModuleTable {
 public:
  // The interpreter must outlive the table; modules belong to its heap.
  ModuleTable(starlark::Interpreter* interpreter, ModuleOptions options);
  ModuleTable(const ModuleTable&) = delete;
  ModuleTable& operator=(const ModuleTable&) = delete;

  // Adds a module of the host, or replaces a built-in one. It is created when it is first loaded.
  using MakeModule = std::function<starlark::Value()>;
  void AddHost(std::string_view name, MakeModule make);

  // Returns the module for `load("@ytt:NAME", …)`: a module whose only member NAME is the module itself.
  // Errors: an unknown name, with ytt's message and a hint with the most similar name.
  starlark::Outcome<starlark::Module*> Load(std::string_view name);

  // All names, sorted.
  std::vector<std::string_view> Names() const;

 private:
  starlark::Value Make(std::string_view name);

  starlark::Interpreter* interpreter_;
  ModuleOptions options_;
  TextMap<std::string, MakeModule> hosts_;
  TextMap<std::string, starlark::Module*> loaded_;
};

}  // namespace kval::modules
