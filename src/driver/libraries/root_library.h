#pragma once

#include <cstddef>
#include <vector>

#include "src/driver/documents.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// Reads the inputs, applies their marks and builds the session's library from them. Returns false after an
// error, which is reported.
bool LoadRootLibrary(const Options& options, source::FileReader& reader, Session& session);

// How many files were read.
size_t FileCount(const Session& session);

// The documents of the set itself, and the values of the command line. Flags for private libraries are added
// to the documents for them.
Documents CollectRoot(const Options& options, source::FileReader& reader, Session& session, Given& given);

}  // namespace kval::driver
