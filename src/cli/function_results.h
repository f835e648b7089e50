#pragma once

#include <string>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/source/source_file.h"
#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::cli {

// Appends the ResourceList of a file, which was parsed as `list`, with one result for each finding, in UTF-8.
// Keeps all other content unchanged, including comments, if the list is in block style and has no results
// yet.
void WriteResourceList(const source::SourceFile& file, const value::Value& list,
                       const std::vector<diag::Diagnostic>& findings, Arena& arena, std::string& out);

}  // namespace kval::cli
