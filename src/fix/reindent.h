#pragma once

#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/source/source_file.h"

// Entries of block mappings that stand one level too deep or too high because of the blanks before them.
//
// Only where nothing but the indentation has to change, so that no line moves and no comment is lost: the
// entry follows the lines that it is to belong to. Anything else (flow mappings, tabs, items of lists, a key
// that is there already) gives no edits.
namespace kval::fix {

// The entry, the last of its mapping, becomes one of the mapping around: it was indented too much.
std::vector<diag::Edit> MoveOut(const source::SourceFile& file, source::Span key, std::string_view name);

// The entry becomes one of the mapping of the entry `parent` before it: it was indented too little.
std::vector<diag::Edit> MoveInto(const source::SourceFile& file, source::Span key, std::string_view name,
                                 std::string_view parent);

}  // namespace kval::fix
