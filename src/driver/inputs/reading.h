#pragma once

#include "src/driver/options.h"
#include "src/support/limits.h"
#include "src/yaml/document.h"

namespace kval::driver {

// Converts flags to reader options; the only place, so that each flag applies to every input.
yaml::ReadOptions ReadingOf(const Options& options);

// Reader options for a text in its own language, independent of flags: JSON in a flag, a meta-schema, a
// manifest.
yaml::ReadOptions ReadingAs(value::Dialect dialect, const Limits& limits);

}  // namespace kval::driver
