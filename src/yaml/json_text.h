#pragma once

#include "src/source/source_file.h"
#include "src/yaml/events.h"
#include "src/yaml/reader.h"

namespace kval::yaml {

// Whether a text is JSON as tools write it, its first bracket followed by a quote or another bracket, or
// missing.
bool IsJsonText(const source::SourceFile& file);

// The text has faults that the reader of YAML found, to which a quote may go over many lines and a bracket
// may be closed anywhere. In JSON a text ends on its line, and in JSON of several lines brackets stand in
// columns: where these tell what is missing, that takes the place of what was found, and the document becomes
// that of the text with what is missing. What was guessed of it has a gap. Reads the text twice more.
void DiagnoseJson(const source::SourceFile& file, const Limits& limits, bool takes_json_stream,
                  EventStream* stream);

}  // namespace kval::yaml
