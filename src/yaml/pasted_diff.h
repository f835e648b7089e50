#pragma once

#include <optional>

#include "src/source/source_file.h"
#include "src/support/limits.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Reads a text into which a diff was pasted as it was meant: without the lines that begin with `-` and the
// hunks' headings, and without the first column of the others. Says so once for each run of such lines. All
// spans are those of the text as it is.
//
// Nothing where the text has no such lines, where they are content (of a block scalar, say), and where
// reading them so makes nothing better. In a text that is YAML as it is, `+a: 1` and `+1: 2` are keys.
std::optional<EventStream> ReadPastedDiff(const source::SourceFile& file, const Limits& limits);

}  // namespace kval::yaml
