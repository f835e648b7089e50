#pragma once

#include "src/diag/emitter.h"
#include "src/helm/version.h"
#include "src/source/source_file.h"
#include "src/source/span.h"

namespace kval::helm {

// Reports valid YAML around documents that Helm rejects: directives of a version other than 1.1, `...`
// without a document; for Helm 4, which splits the text at lines `---` and reads each part separately, any
// directive, and text on such a line. Sources: go-yaml v2 parserc.go, apimachinery's YAMLReader.
void CheckMarks(const source::SourceFile& file, Version version, diag::Emitter& emit);

// Whether Helm 4 cuts the text at this `---`: it begins a line, which for Helm ends at a line feed alone.
bool IsCut(source::Span marker, const source::SourceFile& file);

// Whether only a comment follows a `---` on its line.
bool IsBare(source::Span marker, const source::SourceFile& file);

}  // namespace kval::helm
