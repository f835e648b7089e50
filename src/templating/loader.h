#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "src/lang/starlark/interpreter.h"
#include "src/templating/template.h"
#include "src/yaml/document.h"

namespace kval::templating {

// Which file a load() means. Knows libraries and the project's root; reads nothing outside of it.
class FileFinder {
 public:
  virtual ~FileFinder() = default;
  // `module` as written (`helpers.star`, `/lib/x.yml`, `@lib:f.star`), `from` the name of the loading file.
  // The same file must give the same SourceFile.
  virtual starlark::Outcome<const source::SourceFile*> Find(std::string_view module,
                                                            std::string_view from) = 0;
};

// The modules that are no files: `@ytt:NAME`.
inline constexpr std::string_view kBuiltinPrefix = "@ytt:";

class BuiltinModules {
 public:
  virtual ~BuiltinModules() = default;
  // `name` without `@ytt:`. The module's members are what load() can name; null when there is none.
  // `from` is the name of the loading file, for modules that look at files (data.read).
  virtual starlark::Outcome<starlark::Module*> Find(starlark::Interpreter& interpreter, std::string_view name,
                                                    std::string_view from) = 0;
};

// load() for templates: Starlark files, YAML templates and text templates, each run once and then shared,
// frozen. A file that loads itself, if only through others, is a mistake.
class TemplateLoader final : public starlark::Loader {
 public:
  // Both may be null: then there are no such modules.
  TemplateLoader(FileFinder* files, BuiltinModules* builtins) : files_(files), builtins_(builtins) {}

  // To be called before anything is loaded: the interpreter needs its loader first, the engine its
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
  std::unordered_map<const source::SourceFile*, starlark::Module*> loaded_;  // null while under way
};

}  // namespace kval::templating
