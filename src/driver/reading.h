#pragma once

#include "src/driver/options.h"
#include "src/support/limits.h"
#include "src/yaml/document.h"

namespace kval::driver {

// How texts of YAML are read: the one place where flags become options of the reader, so that each holds for
// every input.
yaml::ReadOptions ReadingOf(const Options& options);

}  // namespace kval::driver
