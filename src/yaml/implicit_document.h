#pragma once

#include "src/yaml/document.h"

namespace kval::yaml {

// Whether ytt reads an empty document before the first one: its `---` is not at the start of the text, or is
// not followed by a space (ytt pkg/yamlmeta/parser.go, docStartMarkerCheck).
bool HasImplicitEmptyDocument(const File& file);

}  // namespace kval::yaml
