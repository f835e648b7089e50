#pragma once

#include <string>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/source/source_file.h"
#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::cli {

// Appends the ResourceList of a file, which was read as `list`, with one result for each finding, in UTF-8.
// All else stays as it is written, comments included, if the list is in block style and has no results yet.
void WriteResourceList(const source::SourceFile& file, const value::Value& list,
                       const std::vector<diag::Diagnostic>& findings, Arena& arena, std::string& out);

}  // namespace kval::cli
