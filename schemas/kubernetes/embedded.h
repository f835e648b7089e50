#pragma once

#include "src/embedded/compressed.h"

// Data that the build derives from the published Kubernetes schemas (tables/generate.py), compressed.
namespace kval::schemas::kubernetes {

using embedded::Compressed;
using embedded::Decompress;

// The types of all versions (table.h).
Compressed Types();
// Separate from the types, so that only users of descriptions decompress them.
Compressed Descriptions();
// The content of tables/zones.txt: one name per line.
Compressed TimeZones();

}  // namespace kval::schemas::kubernetes
