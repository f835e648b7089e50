#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

#include "src/driver/libraries/library_values.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"
#include "src/source/source_file.h"
#include "src/value/value.h"

namespace kval::driver {

struct RunResult {
  Stage failed_at = Stage::kDone;        // kDone: no error
  const value::Value* values = nullptr;  // the final values of the set; null when there are none
  // Without a schema, plain documents are also independent: the documents in order.
  std::vector<const value::Value*> documents;
  bool has_schema = false;
  size_t file_count = 0;
  std::shared_ptr<const std::deque<source::SourceFile>> texts;  // that the values refer to
};

// The whole data flow: inputs are read, schemas compiled, values merged over the defaults layer by layer and
// checked after each, flags applied, rules run on the end result. Everything found is in session.findings.
RunResult Run(const Options& options, source::FileReader& reader, Session& session);

// Reads inputs and compiles schemas only; the model is in the session.
RunResult CompileSchemas(const Options& options, source::FileReader& reader, Session& session);

}  // namespace kval::driver
