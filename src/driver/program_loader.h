#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "src/modules/module_table.h"
#include "src/source/source_file.h"
#include "src/template/loader.h"

namespace kval::driver {

// The files that programs can load: those of the run, by the names they were given.
class ProgramFiles final : public templating::FileFinder {
 public:
  // Known by the name that people see and by ytt's, which is relative to the input that brought the file.
  void Add(const source::SourceFile* file, const std::string& relative_name) {
    files_.emplace(file->name(), file);
    files_.emplace(relative_name, file);
  }

  // `/x` is from the top, anything else beside the loading file (ytt pkg/workspace/library_execution.go).
  starlark::Outcome<const source::SourceFile*> Find(std::string_view module, std::string_view from) override;

 private:
  std::unordered_map<std::string, const source::SourceFile*> files_;
};

// `@ytt:NAME` modules: the table is made when the interpreter is there.
class ProgramModules final : public templating::BuiltinModules {
 public:
  void Attach(std::unique_ptr<modules::ModuleTable> table) { table_ = std::move(table); }
  modules::ModuleTable& table() { return *table_; }

  starlark::Outcome<starlark::Module*> Find(starlark::Interpreter& interpreter, std::string_view name,
                                            std::string_view from) override;

 private:
  std::unique_ptr<modules::ModuleTable> table_;
};

}  // namespace kval::driver
