#pragma once

#include <span>

#include "src/embedded/compressed.h"

namespace kval::schemas::catalog {

// The schemas, in the order of schemas.def. Generated when kval is built.
std::span<const embedded::Compressed> EmbeddedSchemas();

}  // namespace kval::schemas::catalog
