#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "src/driver/envelope.h"
#include "src/driver/library.h"
#include "src/driver/options.h"
#include "src/lang/starlark/interpreter.h"
#include "src/modules/module_table.h"
#include "src/source/file_reader.h"
#include "src/template/template.h"

namespace kval::driver {

struct Session;

// A library file that was run for what it defines.
struct LoadedFile {
  enum class State : uint8_t { kRunning, kFailed, kDone } state = State::kRunning;
  starlark::Module* members = nullptr;
};

// What the programs of one evaluation of a library share.
struct Scope {
  const Options* options = nullptr;
  const value::Value* values = nullptr;  // of `data.values`; null: there are none yet
  // For the libraries that these programs evaluate.
  Envelopes library_values;
  Envelopes library_schemas;
  std::map<std::pair<const LibraryFile*, const Library*>, LoadedFile> loaded;  // by file and root
};

// Where a program stands: the directory of its file, the library that `/` means, the evaluation.
struct Place {
  const Library* current = nullptr;
  const Library* root = nullptr;
  Scope* scope = nullptr;
};

// Runs files, and finds what they load: `@ytt:NAME`, files beside them, files from their library's root
// (`/x`), files of private libraries (`@lib:x`). A file is run once in a scope and then shared, frozen. A
// file that loads itself, if only through others, is a mistake. Source: ytt pkg/workspace/template_loader.go.
class LibraryLoader final : public starlark::Loader {
 public:
  explicit LibraryLoader(Session* session) : session_(session) {}

  // To be called before anything runs.
  void Attach(std::unique_ptr<modules::ModuleTable> table) { table_ = std::move(table); }
  // Where `data.read` reads what was not read before.
  void SetReader(source::FileReader* reader) { reader_ = reader; }
  source::FileReader* reader() const { return reader_; }

  // What to do about a name that a program does not define: empty unless it is that of a module.
  std::string LoadHint(std::string_view name, std::string_view program) const;

  // Scopes live as long as the session, for functions of their programs may outlive the evaluation.
  Scope& NewScope(const Options& options);

  // Runs a file for its output. Faults are reported.
  templating::Output Run(const LibraryFile& file, const Library& root, Scope& scope);
  // Runs a library file for what it defines, unless that was done in this scope.
  const LoadedFile& Globals(const LibraryFile& file, const Library& root, Scope& scope);

  starlark::Outcome<starlark::Module*> Load(starlark::Interpreter& interpreter, std::string_view module,
                                            std::string_view from, source::Span at) override;

 private:
  starlark::Outcome<starlark::Module*> LoadBuiltin(std::string_view name);
  starlark::Outcome<starlark::Module*> LoadFile(const LibraryFile& file, const Library& root, Scope& scope,
                                                source::Span at);

  Session* session_;
  source::FileReader* reader_ = nullptr;
  std::unique_ptr<modules::ModuleTable> table_;
  std::deque<Scope> scopes_;
  std::vector<Place> places_;  // of the files that run now, innermost last
};

}  // namespace kval::driver
