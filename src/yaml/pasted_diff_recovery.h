#pragma once

#include <optional>

#include "src/source/source_file.h"
#include "src/support/limits.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Reads a text with a pasted diff as intended: without lines that begin with `-` and hunk headings, and
// without the first column of the others. Reports each run of such lines once. Spans are those of the
// original.
//
// Returns nullopt if the text has no such lines, if they are content (of a block scalar), or if this does not
// improve it. In valid YAML, `+a: 1` and `+1: 2` are keys.
std::optional<EventStream> ReadWithoutDiffMarkers(const source::SourceFile& file, const Limits& limits);

}  // namespace kval::yaml
