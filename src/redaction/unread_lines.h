#pragma once

#include <vector>

#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::redaction {

// Reads the events of a text. Unlike the YAML reader, it does not stop at a null character.
yaml::EventStream ReadWholeText(const source::SourceFile& file);

// Returns the runs of lines with text for which the reader has produced no events or comments, in the order
// of the text. Empty for valid YAML.
std::vector<source::Span> UnreadLines(const yaml::EventStream& stream, const source::SourceFile& file);

}  // namespace kval::redaction
