#pragma once

#include "src/driver/documents.h"
#include "src/driver/driver_options.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// Evaluates the templates of a set with valid values, as `kval render` does, in its own session. Findings go
// to `session`; the output is discarded. `documents` are those of the set: plain values files are values for
// the templates too.
void EvaluateTemplates(const DriverOptions& options, const Documents& documents, source::FileReader& reader,
                       Session& session);

}  // namespace kval::driver
