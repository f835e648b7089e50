#pragma once

#include <cstddef>
#include <string_view>

#include "include/kval/kval.h"
#include "src/driver/check_plan.h"
#include "src/driver/inputs/input_file_reader.h"
#include "src/support/limits.h"

namespace kval::cli {

// Describes a position in a manifest: by a built-in kind of the latest Kubernetes version of the plan
// (without one, of the newest), with the API's descriptions; else by a definition of the plan. Empty if there
// is no such resource. The text may be incomplete.
api::SchemaInfo DescribeResourceAt(std::string_view text, size_t at, const driver::PlannedCheck& plan,
                                   const Limits& limits, driver::InputFileReader& reader);

}  // namespace kval::cli
