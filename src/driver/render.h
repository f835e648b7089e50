#pragma once

#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/libraries/library_execution.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

enum class RenderGoal {
  kOutput,  // the output of the templates
  kValues,  // only the final data values (--data-values-inspect)
  kSchema,  // only the session's model (--data-values-schema-inspect)
  kFiles,   // only the names of the files (--files-inspect)
};

struct RenderResult {
  Stage failed_at = Stage::kDone;              // kDone: no error
  const value::Value* values = nullptr;        // never null when the values were computed
  std::vector<RenderedDocument> documents;     // in the order of output; none is empty
  std::vector<const LibraryFile*> yaml_files;  // that `documents` came from, or nothing, after overlays
  std::vector<OutputFile> text_files;
  std::vector<std::string> file_names;  // of kFiles
  size_t file_count = 0;
};

// Renders ytt's template output: schema, values, templates, overlays of the set and of the private libraries
// that it evaluates. Findings are in session.findings.
RenderResult Render(DriverOptions& options, RenderGoal goal, source::FileReader& reader, Session& session);

// Returns the files for `--output-files`: text files, then the documents of each file as YAML. `options`
// selects the dialect.
std::vector<OutputFile> OutputFilesOf(const RenderResult& result, const DriverOptions& options,
                                      const Session& session);

}  // namespace kval::driver
