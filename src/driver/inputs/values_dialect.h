#pragma once

#include "src/driver/options.h"
#include "src/source/file_reader.h"

namespace kval::driver {

struct Session;

// The dialect in which plain values of the session are read unless the user names one: that of their schema's
// language. KCL and JSON Schema values are YAML 1.2, in which `on` is a string; resources of a
// CustomResourceDefinition are read as Kubernetes does, everything else as ytt does. The schema is an input,
// or the file that the values name; ContentOf (content.h) decides its language by its parsed documents.
value::Dialect DialectOfValues(const Options& options, source::FileReader& reader, Session& session);

}  // namespace kval::driver
