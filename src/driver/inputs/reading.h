#pragma once

#include "src/driver/driver_options.h"
#include "src/support/limits.h"
#include "src/yaml/document.h"

namespace kval::driver {

// Converts flags to reader options; the only place, so that each flag applies to every input.
yaml::ReadOptions ReadOptionsFor(const DriverOptions& options);

// Returns reader options for YAML of a fixed dialect, independent of flags: JSON in a flag, a meta-schema, a
// manifest.
yaml::ReadOptions ReadOptionsForDialect(value::Dialect dialect, const Limits& limits);

}  // namespace kval::driver
