#pragma once

#include <cstddef>
#include <string>

#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// The full name of a tag: `!!str` is `tag:yaml.org,2002:str`, `!local` stays as it is, `!<x>` is `x`, and a
// handle is replaced by the prefix that a %TAG directive gives it. `document` is the index of the event that
// starts the tag's document.
std::string FullTag(const EventStream& stream, const source::SourceFile& file, const Event& event,
                    size_t document);

}  // namespace kval::yaml
