#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "src/driver/check_plan.h"
#include "src/driver/driver_options.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

// Many documents against one schema: `kval check --each`, `kval check PATHS`.
namespace kval::driver {

struct CheckEachOptions {
  std::vector<std::string> paths = {};  // files, directories, or "-"; only for CheckEach
  size_t jobs = 0;                      // threads; 0: as many as there are processors
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

// Runs a check. Findings are in `session` in the order of the files, independent of the number of threads.
CheckEachResult RunCheck(const PlannedCheck& check, const CheckEachOptions& each, InputFileReader& reader,
                         Session& session);

// Runs a plan. Several checks run in one session each.
CheckEachResult RunPlan(const CheckPlan& plan, const CheckEachOptions& each, InputFileReader& reader,
                        Session& session);

// Plans the check of every document of `each.paths` (PlanEach) and runs it.
CheckEachResult CheckEach(const DriverOptions& options, const CheckEachOptions& each,
                          source::FileReader& reader, Session& session);

}  // namespace kval::driver
