#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "src/diag/emitter.h"
#include "src/driver/driver_options.h"
#include "src/driver/libraries/library.h"
#include "src/lang/starlark/interpreter.h"
#include "src/support/arena.h"
#include "src/templating/template.h"
#include "src/yaml/document.h"

namespace kval::driver {

// A parsed YAML file.
struct YamlText {
  yaml::File file;
  bool has_templating = false;
  bool ok = false;  // false: errors were reported
};

// Reads and compiles the files of a run, once per set of options for all libraries that use them. Errors are
// reported once.
class TemplateFiles {
 public:
  // The arguments must outlive this object.
  TemplateFiles(templating::Engine* engine, starlark::Interpreter* starlark, Arena* arena,
                diag::Emitter* emit)
      : engine_(*engine), starlark_(*starlark), arena_(*arena), emit_(*emit) {}

  // Parses a file as YAML, whatever its type.
  const YamlText& Read(const LibraryFile& file, const DriverOptions& options);
  // The same without reporting errors; Read reports them if it is called for the file later.
  const YamlText& Peek(const LibraryFile& file, const DriverOptions& options);
  // Compiles a file by its type. Returns null if errors were reported.
  const templating::Template* Compile(const LibraryFile& file, const DriverOptions& options);

 private:
  // The file, and every option that affects reading or compiling.
  using TemplateKey = std::tuple<const source::SourceFile*, value::Dialect, std::vector<bool>>;
  static TemplateKey KeyOf(const LibraryFile& file, const DriverOptions& options);

  struct ReadFile {
    YamlText text;
    std::vector<diag::Diagnostic> unreported;
  };
  ReadFile& Load(const LibraryFile& file, const DriverOptions& options);
  ReadFile ReadText(const LibraryFile& file, const DriverOptions& options);
  const templating::Template* CompileNow(const LibraryFile& file, const DriverOptions& options);

  templating::Engine& engine_;
  starlark::Interpreter& starlark_;
  Arena& arena_;
  diag::Emitter& emit_;
  std::map<TemplateKey, ReadFile> strings_;
  std::map<TemplateKey, const templating::Template*> templates_;
};

}  // namespace kval::driver
