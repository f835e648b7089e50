#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/libraries/library_values.h"
#include "src/source/file_reader.h"
#include "src/source/source_file.h"
#include "src/value/value.h"

namespace kval::driver {

struct Session;

struct KubernetesOptions;

struct PipelineResult {
  Stage failed_at = Stage::kDone;        // kDone: no error
  const value::Value* values = nullptr;  // the final values of the set; null if there are none
  // Without a schema, plain documents are also independent: the documents in order.
  std::vector<const value::Value*> documents;
  bool has_schema = false;
  size_t file_count = 0;
  std::shared_ptr<const std::deque<source::SourceFile>> strings;  // that the values refer to
};

// Runs the whole pipeline: reads inputs, compiles schemas, merges values over the defaults layer by layer
// with a check after each, applies flags, and runs rules on the final result. Findings are in
// session.findings. `manifests`: for the manifests that templates make; null: these are not validated.
PipelineResult Run(const DriverOptions& options, source::FileReader& reader, Session& session,
                   const KubernetesOptions* manifests = nullptr);

// Reads inputs and compiles schemas only; the model is in the session.
PipelineResult CompileSchemas(const DriverOptions& options, source::FileReader& reader, Session& session);

}  // namespace kval::driver
