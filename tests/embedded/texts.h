#pragma once

#include "src/embedded/compressed.h"

namespace kval::embedded {

// Test data of kval_embed_compressed: a directory, and a single file.
Compressed PackedStrings();
Compressed PackedText();

}  // namespace kval::embedded
