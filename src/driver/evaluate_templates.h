#pragma once

#include "src/driver/documents.h"
#include "src/driver/options.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {

// Evaluates the templates of a set whose values are valid, as `kval render` does, in a session of its own.
// What is wrong with them is handed over to `session`; their output is dropped. `documents` are those of the
// set: plain files that are values there are values for the templates, too.
void EvaluateTemplates(const Options& options, const Documents& documents, source::FileReader& reader,
                       Session& session);

}  // namespace kval::driver
