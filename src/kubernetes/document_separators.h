#pragma once

#include "src/diag/emitter.h"
#include "src/source/source_map.h"

namespace kval::kubernetes {

// Reports YAML between documents that kubectl does not support: it splits the text by lines before parsing,
// so only a comment may follow `---`, and a directive (`%YAML 1.2`) becomes a separate document. Source:
// apimachinery, pkg/util/yaml/decoder.go.
void CheckDocumentSeparators(const source::SourceFile& file, diag::Emitter& emit);

}  // namespace kval::kubernetes
