#pragma once

#include <string_view>
#include <unordered_map>

#include "src/lang/starlark/interpreter.h"
#include "src/templating/template.h"
#include "src/yaml/document.h"

namespace kval::templating {

// Resolves the file of a load(). Knows libraries and the project's root; reads nothing outside of the root.
class FileFinder {
 public:
  virtual ~FileFinder() = default;
  // `module`: as in the source (`helpers.star`, `/lib/x.yml`, `@lib:f.star`); `from`: the name of the loading
  // file. Requires: returns the same SourceFile for the same file.
  virtual starlark::Outcome<const source::SourceFile*> Find(std::string_view module,
                                                            std::string_view from) = 0;
};

// The prefix of modules that are not files: `@ytt:NAME`.
inline constexpr std::string_view kBuiltinPrefix = "@ytt:";

class BuiltinModules {
 public:
  virtual ~BuiltinModules() = default;
  // `name`: without `@ytt:`. Returns the module whose members load() can import; null if there is none.
  // `from`: the name of the loading file, for modules that read files (data.read).
  virtual starlark::Outcome<starlark::Module*> Find(starlark::Interpreter& interpreter, std::string_view name,
                                                    std::string_view from) = 0;
};

// Implements load() for templates: Starlark files, YAML templates and text templates, each run once and then
// frozen and shared. Errors: a file that loads itself, directly or through others.
class TemplateLoader final : public starlark::Loader {
 public:
  // Arguments may be null: then there are no such modules.
  TemplateLoader(FileFinder* files, BuiltinModules* builtins) : files_(files), builtins_(builtins) {}

  // Call before anything is loaded: the interpreter needs the loader first, and the engine needs the
  // interpreter.
  void Attach(Engine* engine, const starlark::Environment* environment, const TemplateOptions& options,
              const yaml::ReadOptions& read_options);

  starlark::Outcome<starlark::Module*> Load(starlark::Interpreter& interpreter, std::string_view module,
                                            std::string_view from, source::Span at) override;

 private:
  starlark::Outcome<starlark::Module*> LoadFile(starlark::Interpreter& interpreter,
                                                const source::SourceFile& file);
  const Template* Compile(const source::SourceFile& file);

  FileFinder* files_;
  BuiltinModules* builtins_;
  Engine* engine_ = nullptr;
  const starlark::Environment* environment_ = nullptr;
  TemplateOptions options_;
  yaml::ReadOptions read_options_;
  std::unordered_map<const source::SourceFile*, starlark::Module*>
      loaded_;  // null while the file is being loaded
};

}  // namespace kval::templating
