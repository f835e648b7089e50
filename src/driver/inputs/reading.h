#pragma once

#include "src/driver/options.h"
#include "src/support/limits.h"
#include "src/yaml/document.h"

namespace kval::driver {

// How texts of YAML are read: the one place where flags become options of the reader, so that each holds for
// every input.
yaml::ReadOptions ReadingOf(const Options& options);

// How a text is read that is in a language of its own, whatever the flags say of values: the JSON of a flag,
// a schema's schema, a manifest.
yaml::ReadOptions ReadingAs(value::Dialect dialect, const Limits& limits);

}  // namespace kval::driver
