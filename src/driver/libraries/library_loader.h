#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/envelope.h"
#include "src/driver/inputs/template_files.h"
#include "src/driver/libraries/library.h"
#include "src/driver/libraries/library_calls.h"
#include "src/lang/starlark/interpreter.h"
#include "src/modules/module_table.h"
#include "src/source/file_reader.h"
#include "src/support/edit_distance.h"
#include "src/templating/template.h"
#include "src/value/builder.h"

namespace kval::driver {

// A library file that was run for its definitions.
struct LoadedFile {
  enum class LoadState : uint8_t { kRunning, kFailed, kDone } state = LoadState::kRunning;
  starlark::Module* members = nullptr;
};

// State shared by the programs of one evaluation of a library.
struct EvaluationScope {
  const DriverOptions* options = nullptr;
  const value::Value* values = nullptr;  // `data.values`; null: not computed yet
  // For the libraries that these programs evaluate.
  Envelopes library_values;
  Envelopes library_schemas;
  std::map<std::pair<const LibraryFile*, const Library*>, LoadedFile> loaded;  // by file and root
};

// The location of a program: the directory of its file, the library that `/` refers to, the evaluation.
struct ProgramContext {
  const Library* current = nullptr;
  const Library* root = nullptr;
  EvaluationScope* scope = nullptr;
};

// Runs files and finds the files that they load: `@ytt:NAME`, files by relative path, files from their
// library's root (`/x`), files of private libraries (`@lib:x`). A file is run once per scope and then shared,
// frozen. A file that loads itself, directly or through others, is an error. Source: ytt
// pkg/workspace/template_loader.go.
class LibraryLoader final : public starlark::Loader {
 public:
  // The dependencies for reading and running files and for reporting; all must outlive the loader.
  struct Tools {
    TemplateFiles* files;
    templating::Engine* engine;
    starlark::Interpreter* starlark;
    value::Builder* build;
    LibraryCalls* calls;
  };
  explicit LibraryLoader(const Tools& tools) : tools_(tools) {}

  // Call before any program runs.
  void Attach(std::unique_ptr<modules::ModuleTable> table) { table_ = std::move(table); }
  // A module that is another one in each file: `make` makes that of the file that loads it.
  using MakeModule = std::function<starlark::Outcome<starlark::Module*>(const ProgramContext& place)>;
  void AddModule(std::string_view name, MakeModule make) { of_files_[name] = std::move(make); }
  // Sets the reader of `data.read` for files that are not loaded yet.
  void SetReader(source::FileReader* reader) { reader_ = reader; }
  source::FileReader* reader() const { return reader_; }
  // Limits the comparison of missing names of files and libraries with existing ones.
  static constexpr size_t kCharactersCompared = 4'000'000;
  SuggestionBudget& characters_compared() { return characters_compared_; }

  // Returns a hint for an undefined name in a program if it is the name of a module; otherwise empty.
  std::string HintForUndefinedName(std::string_view name, std::string_view program) const;

  // Creates a scope, which lives as long as the session, because functions of its programs may outlive the
  // evaluation.
  EvaluationScope& NewScope(const DriverOptions& options);

  // Runs a file for its output. Errors are reported.
  templating::Output Run(const LibraryFile& file, const Library& root, EvaluationScope& scope);
  // Runs a library file for its definitions, unless it was run in this scope.
  const LoadedFile& Globals(const LibraryFile& file, const Library& root, EvaluationScope& scope);

  starlark::Outcome<starlark::Module*> Load(starlark::Interpreter& interpreter, std::string_view module,
                                            std::string_view from, source::Span at) override;

 private:
  starlark::Outcome<starlark::Module*> LoadBuiltin(std::string_view name);
  starlark::Outcome<starlark::Module*> LoadFile(const LibraryFile& file, const Library& root,
                                                EvaluationScope& scope, source::Span at);

  Tools tools_;
  source::FileReader* reader_ = nullptr;
  SuggestionBudget characters_compared_{kCharactersCompared};
  std::unique_ptr<modules::ModuleTable> table_;
  std::map<std::string_view, MakeModule> of_files_;
  std::deque<EvaluationScope> scopes_;
  std::vector<ProgramContext> places_;  // of the files that run now, innermost last
};

}  // namespace kval::driver
