#pragma once

#include <cstddef>
#include <string>

#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// The full name of a tag: `!!str` is `tag:yaml.org,2002:str`, `!local` stays as it is, `!<x>` is `x`, and a
// handle is replaced by the prefix that a %TAG directive gives it. `event` is the index of its event.
std::string FullTag(const EventStream& stream, const source::SourceFile& file, size_t event);

}  // namespace kval::yaml
