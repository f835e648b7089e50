#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/driver/documents.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/options.h"
#include "src/driver/output_files.h"
#include "src/driver/session.h"
#include "src/types/model.h"

namespace kval::driver {

// A document that templates made.
struct Rendered {
  templating::AnnotatedDocument document;
  const LibraryFile* file = nullptr;
};

// The definitions of a library file.
struct Export {
  std::string path;
  starlark::Module* members = nullptr;
};

struct Evaluated {
  // Overlays applied, in the order of the files. Those that templates left empty are not among them; what
  // overlays emptied is, and is not to be printed (ytt pkg/workspace/overlay_post_processing.go).
  std::vector<Rendered> documents;
  std::vector<const LibraryFile*> yaml_files;  // whose templates made documents, in order
  std::vector<OutputFile> text_files;
  std::vector<Export> exports;
  bool ok = false;  // false: errors were reported
};

// The evaluation of one library: schema, values, templates, overlays, each step based on the one before.
// Errors are reported. Source: ytt pkg/workspace/library_execution.go.
class LibraryExecution {
 public:
  // Everything must live as long. `model` is empty.
  LibraryExecution(const Library& library, const Options& options, types::Model& model, Session& session);

  // The final values. `documents` are those of the library with what its user addresses to libraries below.
  ValuesResult Values(const Documents& documents, Given given);

  // Runs all templates with the values of Values(); every document for a library below must be used.
  Evaluated Evaluate();

  // The values as programs see them: an empty map when there are none.
  const value::Value& values() const { return *values_; }

 private:
  bool RunFiles(Evaluated& evaluated, std::vector<Rendered>& overlays);
  bool RunFile(const LibraryFile& file, Evaluated& evaluated, std::vector<Rendered>& overlays);
  bool ApplyOverlays(Evaluated& evaluated, const std::vector<Rendered>& overlays);
  bool AllAreUsed();
  void ReportUnused(const Envelope& envelope);

  const Library& library_;
  const Options& options_;
  types::Model& model_;
  Session& session_;
  Scope& scope_;
  const value::Value* values_ = nullptr;
  std::unordered_set<const LibraryFile*> values_files_;
};

}  // namespace kval::driver
