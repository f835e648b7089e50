#pragma once

#include "src/embedded/compressed.h"

// Data that the build derives from the published Kubernetes schemas (tables/generate.py), compressed.
namespace kval::schemas::kubernetes {

using embedded::Compressed;
using embedded::Decompress;

Compressed Types();
// Apart from the types, so that only who shows them pays for them.
Compressed Descriptions();
// tables/zones.txt: a name a line.
Compressed TimeZones();

}  // namespace kval::schemas::kubernetes
