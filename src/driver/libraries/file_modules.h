#pragma once

#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// Lets the session's programs load what is another module in each file, `@ytt:data` and `@ytt:library`, and
// read with `reader` what was not read before. To be called before anything runs.
void OpenFiles(source::FileReader& reader, Session& session);

}  // namespace kval::driver
