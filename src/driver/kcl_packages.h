#pragma once

#include <vector>

#include "src/driver/input_summary.h"
#include "src/driver/inputs/inputs.h"

namespace kval::driver {

// The KCL files of one directory, which form a package, and the values that they validate.
struct KclPackage {
  std::vector<InputFile> programs;
  std::vector<InputFile> values;
};

// Removes from `summary` the schemas and the values that these validate, if all schemas are KCL files that
// were found in several directories, and returns them. Values belong to the nearest directory above them or
// their own whose files are paired with them by name (schema_pairing.h). Otherwise empty.
std::vector<KclPackage> TakeKclPackages(InputSummary& summary);

}  // namespace kval::driver
