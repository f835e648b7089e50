#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/driver/check_plan.h"
#include "src/driver/session.h"
#include "src/project/find.h"
#include "src/project/planned_check.h"
#include "src/source/file_reader.h"

namespace kval::project {

// Returns the check of a values file, document or manifest: the first with the file, with the options of its
// group. Its inputs are the schema alone; for a chart its values.schema.json, if there is one. Nullopt if no
// check includes the file, or the project file is unusable.
//
// `path` is relative to the project; paths of the result are relative to the working directory. Errors of the
// project are reported in `session`.
std::optional<driver::PlannedCheck> FindCheckFor(const std::string& path, const ProjectLocation& location,
                                                 const driver::DriverOptions& base,
                                                 const FlagReader& read_flags, source::FileReader& reader,
                                                 driver::Session& session);

// A check of one set, with all of its layers.
struct LayeredCheck {
  driver::PlannedCheck check;
  std::vector<std::string> schemas;  // the inputs that are schemas
};
// Returns the checks of sets that include a values file, in their order; several for a base layer. The
// parameters are those of FindCheckFor.
std::vector<LayeredCheck> FindSetsOf(const std::string& path, const ProjectLocation& location,
                                     const driver::DriverOptions& base, const FlagReader& read_flags,
                                     source::FileReader& reader, driver::Session& session);

}  // namespace kval::project
