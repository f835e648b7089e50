#pragma once

#include <vector>

#include "src/source/source_file.h"

namespace kval::report {

// Takes out of the secrets that were found in a file what a schema says about a key that is called
// `password`, which is no password: its type, its length. What it allows, gives as default or as examples
// stays. Schemas are JSON Schemas and those within definitions of custom resources.
void DropWordsOfSchemas(const source::SourceFile& file, std::vector<source::Span>& secrets);

}  // namespace kval::report
