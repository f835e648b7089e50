#pragma once

#include <cstddef>
#include <vector>

#include "src/driver/documents.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// Reads the inputs, carries out their marks and makes the session's library of them. Faults are reported;
// false when there was one.
bool LoadRootLibrary(const Options& options, source::FileReader& reader, Session& session);

// How many files were read.
size_t FileCount(const Session& session);

// The documents of the set itself, and what the command line gives it. Flags for private libraries join the
// documents for them.
Documents CollectRoot(const Options& options, source::FileReader& reader, Session& session, Given& given);

}  // namespace kval::driver
