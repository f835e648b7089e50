#pragma once

#include <string>
#include <vector>

#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/output_files.h"
#include "src/driver/session.h"
#include "src/types/model.h"

namespace kval::starlark {
class Module;
}

namespace kval::driver {

struct EvaluationScope;

// A document that templates made.
struct RenderedDocument {
  templating::AnnotatedDocument document;
  const LibraryFile* file = nullptr;
};

// The definitions of a library file.
struct LibraryExport {
  std::string path;
  starlark::Module* members = nullptr;
};

struct LibraryResult {
  // Overlays applied, in the order of the files. Those that templates left empty are not among them; what
  // overlays emptied is, and is not to be printed (ytt pkg/workspace/overlay_post_processing.go).
  std::vector<RenderedDocument> documents;
  std::vector<const LibraryFile*> yaml_files;  // whose templates made documents, in order
  std::vector<OutputFile> text_files;
  std::vector<LibraryExport> exports;
  bool ok = false;  // false: errors were reported
};

// The evaluation of one library: schema, values, templates, overlays, each step based on the one before.
// Errors are reported. Source: ytt pkg/workspace/library_execution.go.
class LibraryExecution {
 public:
  // All arguments must outlive this object. Requires: `model` is empty.
  LibraryExecution(const Library& library, const DriverOptions& options, types::Model& model,
                   Session& session);

  // Computes the final values. `documents`: those of the library, and those that its user addresses to nested
  // libraries.
  ValuesResult Values(const Documents& documents, SuppliedDocuments given);

  // Runs all templates with the values of Values(); every document for a library below must be used.
  LibraryResult Evaluate();

  // The values as seen by programs: an empty map if there are none.
  const value::Value& values() const { return *values_; }

 private:
  bool RunFiles(LibraryResult& evaluated, std::vector<RenderedDocument>& overlays);
  bool RunFile(const LibraryFile& file, LibraryResult& evaluated, std::vector<RenderedDocument>& overlays);
  bool ApplyOverlays(LibraryResult& evaluated, const std::vector<RenderedDocument>& overlays);
  bool AllAreUsed();
  void ReportUnused(const Envelope& envelope);

  const Library& library_;
  const DriverOptions& options_;
  types::Model& model_;
  Session& session_;
  EvaluationScope& scope_;
  const value::Value* values_ = nullptr;
  std::unordered_set<const LibraryFile*> values_files_;
};

}  // namespace kval::driver
