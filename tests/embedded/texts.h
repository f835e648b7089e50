#pragma once

#include "src/embedded/compressed.h"

namespace kval::embedded {

// The folder tests/embedded/texts, and one file of it.
Compressed PackedTexts();
Compressed PackedText();

}  // namespace kval::embedded
