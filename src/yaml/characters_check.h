#pragma once

#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Reports ill-formed UTF-8 and characters that YAML forbids (YAML 1.2.2 section 5.1); each run of them once.
void CheckCharacters(const source::SourceFile& file, EventStream* out);

}  // namespace kval::yaml
