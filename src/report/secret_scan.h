#pragma once

#include <string_view>
#include <vector>

#include "src/source/source_file.h"

namespace kval::report {

// The values in `window`, which lies in one line, whose keys say that they are secret: keys before them in
// the line, or keys of less indented lines above. Understands `key: value`, flow mappings, JSON and
// `key=value`. Looks at no more than 64 KiB of a line.
std::vector<source::Span> ScanLine(const source::SourceFile& file, source::Span window);

// Values that give nothing away: null, booleans, empty ones, templates, the names of types.
bool IsInnocentValue(std::string_view value);

}  // namespace kval::report
