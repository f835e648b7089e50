#pragma once

#include "src/driver/driver_options.h"
#include "src/source/file_reader.h"

namespace kval::driver {

struct Session;

// Returns the dialect for plain values of the session unless the user selects one: that of their schema's
// language (DialectOfLanguage). The schema is an input, or the file that the values name.
value::Dialect DialectOfValues(const DriverOptions& options, source::FileReader& reader, Session& session);

}  // namespace kval::driver
