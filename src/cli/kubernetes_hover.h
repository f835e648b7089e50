#pragma once

#include <cstddef>
#include <string_view>

#include "include/kval/kval.h"
#include "src/support/limits.h"

namespace kval::cli {

// Describes a position in a manifest by built-in kinds of the newest Kubernetes version, with the API's
// descriptions. Empty if there is no such resource. The text may be incomplete.
api::SchemaInfo DescribeResourceAt(std::string_view text, size_t at, const Limits& limits);

}  // namespace kval::cli
