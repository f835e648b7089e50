#pragma once

#include "src/diag/emitter.h"
#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Where go-yaml ends anchors and tags elsewhere than YAML 1.2 does: reported, true when so. To be asked in
// the dialects of programs that read by it alone.

// YAML 1.2 takes nearly all characters for the name of an anchor (section 6.9.2), go-yaml ASCII's letters,
// digits, `-` and `_`. `&a:b` names `a:b`, or `a` in front of a colon.
bool ReportAnchorName(const source::SourceFile& source, source::Span anchor, diag::Emitter& emit);
// A tag in brackets ends at a blank alone for go-yaml: `[!!str, a]` has the tag `!!str,`.
bool ReportEndOfTag(const source::SourceFile& source, source::Span tag, diag::Emitter& emit);

// What stands in front of a key belongs to it: in brackets, which begin at `flow`, go-yaml wants both on one
// line, unless a `?` marks the key.
bool ReportKeyBelow(const source::SourceFile& source, const NodeProperties& properties, source::Span key,
                    uint32_t flow, diag::Emitter& emit);

}  // namespace kval::yaml
