#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/support/arena.h"
#include "src/value/value.h"

namespace kval::cli {

// Appends the ResourceList `text`, which was read as `list`, with one result for each finding. All else stays
// as it is written, comments included, where the list is in block style and has no results yet.
void WriteResourceList(std::string_view text, const value::Value& list,
                       const std::vector<diag::Diagnostic>& findings, Arena& arena, std::string& out);

}  // namespace kval::cli
