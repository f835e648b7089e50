#pragma once

#include "src/driver/options.h"

namespace kval::driver {

struct Session;

// How the session's plain values are read where the user does not say it: as the language of their schema
// does. KCL and JSON Schema mean YAML 1.2, in which `on` is a text; everything else is read as ytt does.
// Asked before the files are read: a JSON Schema is told by its looks.
value::Dialect DialectOfValues(const Options& options, const Session& session);

}  // namespace kval::driver
