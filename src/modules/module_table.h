#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lang/starlark/interpreter.h"
#include "src/support/keyed_hash.h"

namespace kval::modules {

struct Options {
  // What `version.require_at_least` compares with: the release of ytt whose behaviour kval has.
  std::string ytt_version = "0.52.1";
};

// The modules that programs load as `@ytt:NAME`, of one interpreter.
//
// Known by themselves: assert base64 ip json math md5 module regexp sha256 struct toml url version yaml as in
// ytt, and validations and spelling of ytt's schema proposal. The host adds those that need to know its
// documents: data, library, overlay, template. A module is made when it is first loaded.
// Source: ytt pkg/yttlibrary, pkg/yttlibraryext.
class ModuleTable {
 public:
  // The interpreter must outlive the table; modules belong to its heap.
  ModuleTable(starlark::Interpreter* interpreter, Options options);
  ModuleTable(const ModuleTable&) = delete;
  ModuleTable& operator=(const ModuleTable&) = delete;

  // Adds a module of the host, or puts it in place of kval's. Like kval's it is made when it is first loaded.
  using MakeModule = std::function<starlark::Value()>;
  void AddHost(std::string_view name, MakeModule make);

  // What `load("@ytt:NAME", …)` reads from: a module whose one member NAME is the module itself. An unknown
  // name is an error with ytt's words and the nearest name as its hint.
  starlark::Outcome<starlark::Module*> Load(std::string_view name);

  // All names, sorted.
  std::vector<std::string_view> Names() const;

 private:
  starlark::Value Make(std::string_view name);

  starlark::Interpreter* interpreter_;
  Options options_;
  TextMap<std::string, MakeModule> hosts_;
  TextMap<std::string, starlark::Module*> loaded_;
};

}  // namespace kval::modules
