#pragma once

#include "src/yaml/document.h"

namespace kval::yaml {

// Whether ytt has an empty document before the first one: its `---` is not the first thing of the text, or
// has no blank behind it (ytt pkg/yamlmeta/parser.go, docStartMarkerCheck).
bool HasImpliedStart(const File& file);

}  // namespace kval::yaml
