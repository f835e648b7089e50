#pragma once

#include "src/source/source_file.h"
#include "src/yaml/events.h"
#include "src/yaml/reader.h"

namespace kval::yaml {

// Whether a text is JSON as tools write it, its first bracket followed by a quote or another bracket, or
// missing.
bool IsJsonText(const source::SourceFile& file);

// Improves errors of JSON. For a YAML reader a quoted string may span lines and brackets may close anywhere.
// In JSON a string ends on its line, and in multi-line JSON brackets align: if these show what is missing,
// that replaces the errors, and the document becomes that of the completed text. Guessed parts have a gap.
// Reads the text twice more.
void DiagnoseJson(const source::SourceFile& file, const Limits& limits, bool takes_json_stream,
                  EventStream* stream);

}  // namespace kval::yaml
