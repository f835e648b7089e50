#pragma once

#include "src/diag/emitter.h"
#include "src/source/source_map.h"

namespace kval::kubernetes {

// What YAML allows between documents and kubectl does not read: it parts the text into documents by its lines
// before anything is YAML, so that nothing but a comment may stand behind `---`, and a directive
// (`%YAML 1.2`) is a document of its own. Source: apimachinery, pkg/util/yaml/decoder.go.
void CheckStream(const source::SourceFile& file, diag::Emitter& emit);

}  // namespace kval::kubernetes
