#pragma once

#include <cstddef>
#include <cstdint>

#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/libraries/library_values.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

enum class UnreadableInputs : uint8_t {
  kStop,
  kSkip  // the library contains all others
};

// Reads the inputs, applies their marks and builds the session's library from them. Returns false after an
// error, which is reported.
bool LoadRootLibrary(const DriverOptions& options, source::FileReader& reader, Session& session,
                     UnreadableInputs unreadable = UnreadableInputs::kStop);

// Returns the number of files that were read.
size_t FileCount(const Session& session);

// Returns the documents of the set and the values of the command line. Adds flags for private libraries to
// the documents for these.
Documents CollectRoot(const DriverOptions& options, source::FileReader& reader, Session& session,
                      SuppliedDocuments& given);

}  // namespace kval::driver
