#pragma once

#include <cstddef>

#include "src/embedded/compressed.h"

namespace kval::schemas::crd_catalog {

// The index (0), and the schemas in its order. Generated when kval is built.
embedded::Compressed EmbeddedText(size_t number);

}  // namespace kval::schemas::crd_catalog
