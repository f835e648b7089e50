#pragma once

#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/source/source_file.h"

// Fixes entries of block mappings that are one level too deep or too high.
//
// Only if nothing but indentation changes, so that no line moves and no comment is lost: the entry follows
// the lines that it should belong to. Returns no edits otherwise (flow mappings, tabs, list items, an
// existing key).
namespace kval::fix {

// Moves the last entry of a mapping, which is indented too much, to the enclosing mapping.
std::vector<diag::Edit> MoveOut(const source::SourceFile& file, source::Span key, std::string_view name);

// Moves an entry, which is indented too little, into the mapping of the preceding entry `parent`.
std::vector<diag::Edit> MoveInto(const source::SourceFile& file, source::Span key, std::string_view name,
                                 std::string_view parent);

}  // namespace kval::fix
