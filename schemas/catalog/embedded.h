#pragma once

#include <cstddef>

#include "src/embedded/compressed.h"

namespace kval::schemas::catalog {

// A schema by its number in schemas.def. Generated when kval is built.
embedded::Compressed EmbeddedSchema(size_t number);

}  // namespace kval::schemas::catalog
