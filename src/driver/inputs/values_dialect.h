#pragma once

#include "src/driver/driver_options.h"
#include "src/source/file_reader.h"

namespace kval::driver {

struct Session;

// Returns the dialect for plain values of the session unless the user selects one: that of their schema's
// language. KCL and JSON Schema values are YAML 1.2, in which `on` is a string; resources of a
// CustomResourceDefinition are read like in Kubernetes, all others like in ytt. The schema is an input, or
// the file that the values name; ContentOf (content.h) determines its language from its parsed documents.
value::Dialect DialectOfValues(const DriverOptions& options, source::FileReader& reader, Session& session);

}  // namespace kval::driver
