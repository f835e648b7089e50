#pragma once

#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// Lets the session's programs load the modules that differ by file, `@ytt:data` and `@ytt:library`, and read
// further files with `reader`. Call before anything runs.
void OpenFiles(source::FileReader& reader, Session& session);

}  // namespace kval::driver
