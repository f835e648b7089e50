#pragma once

#include "src/source/source_file.h"
#include "src/yaml/events.h"
#include "src/yaml/reader.h"

namespace kval::yaml {

// Returns whether the file looks like generated JSON: its first bracket is followed by a quote, another
// bracket or the end.
bool IsJsonText(const source::SourceFile& file);

// Improves the errors of invalid JSON. A YAML parser allows quoted strings that span lines and brackets that
// close anywhere; in JSON a string ends on its line, and in multi-line JSON brackets are aligned. If these
// rules locate the missing character, its error replaces the others, and the document is parsed from the
// completed text. Guessed parts have a gap. Cost: reads the file twice more.
void DiagnoseJson(const source::SourceFile& file, const Limits& limits, bool takes_json_stream,
                  EventStream* stream);

}  // namespace kval::yaml
