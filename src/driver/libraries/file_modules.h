#pragma once

#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// Enables the session's programs to load the modules that differ by file, `@ytt:data` and `@ytt:library`, and
// to read additional files with `reader`. Call before any program runs.
void OpenFiles(source::FileReader& reader, Session& session);

}  // namespace kval::driver
