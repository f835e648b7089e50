#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "src/driver/driver_options.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

// Many documents against one schema: `kval check --each`.
namespace kval::driver {

struct CheckEachOptions {
  std::vector<std::string> paths;  // files, directories, or "-"
  size_t jobs = 0;                 // threads; 0: as many as there are processors
  // Called from any thread with the numbers of validated and of all files.
  std::function<void(size_t done, size_t all)> progress = {};
};

struct CheckEachResult {
  Stage failed_at = Stage::kDone;
  bool could_read = true;     // all given directories; the content of others is validated
  size_t file_count = 0;      // those of the schema too
  size_t document_count = 0;  // validated documents
  size_t compilations = 0;    // of the schema
};

// Validates every document of the files independently: by the schema among `options.inputs`, over base values
// there, with flag values on top. Findings are in `session` in file order, independent of the number of
// threads. Without inputs each file is validated by its modeline.
CheckEachResult CheckEach(const DriverOptions& options, const CheckEachOptions& each,
                          source::FileReader& reader, Session& session);

// The same for paths that may hold schemas as well, if `options.inputs` hold none: schemas, data values with
// annotations, programs and templates among them are added to the inputs, plain values are validated one by
// one. Without plain values the inputs are checked as one set (pipeline.h).
CheckEachResult CheckPaths(const DriverOptions& options, const CheckEachOptions& paths,
                           source::FileReader& reader, Session& session);

}  // namespace kval::driver
