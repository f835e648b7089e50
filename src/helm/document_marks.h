#pragma once

#include "src/diag/emitter.h"
#include "src/helm/version.h"
#include "src/source/source_file.h"
#include "src/source/span.h"

namespace kval::helm {

// Reports what stands around the documents of a YAML text and is YAML, but nothing that Helm takes:
// directives of another version than 1.1, `...` where no document has begun; of Helm 4, which cuts the text
// at its lines `---` and reads each part for itself, any directive, and text on such a line. Sources: go-yaml
// v2 parserc.go, apimachinery's YAMLReader.
void CheckMarks(const source::SourceFile& file, Version version, diag::Emitter& emit);

// Whether Helm 4 cuts the text at this `---`: it begins a line, which for Helm ends at a line feed alone.
bool IsCut(source::Span marker, const source::SourceFile& file);

// Whether nothing but a comment stands on the line behind a `---`.
bool IsBare(source::Span marker, const source::SourceFile& file);

}  // namespace kval::helm
