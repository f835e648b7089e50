#pragma once

#include "src/diag/emitter.h"
#include "src/source/source_file.h"
#include "src/yaml/events.h"

namespace kval::yaml {

// Anchors and tags that go-yaml ends elsewhere than YAML 1.2; reports them and returns true. For dialects of
// programs that use go-yaml only.

// YAML 1.2 takes nearly all characters for the name of an anchor (section 6.9.2), go-yaml ASCII's letters,
// digits, `-` and `_`. `&a:b` names `a:b`, or `a` in front of a colon.
bool ReportAnchorName(const source::SourceFile& source, source::Span anchor, diag::Emitter& emit);
// In brackets go-yaml ends a tag only at a space: `[!!str, a]` has the tag `!!str,`.
bool ReportEndOfTag(const source::SourceFile& source, source::Span tag, diag::Emitter& emit);

// Properties before a key belong to it: in brackets, which start at `flow`, go-yaml requires both on one line
// unless `?` marks the key.
bool ReportKeyOnNextLine(const source::SourceFile& source, const NodeProperties& properties, source::Span key,
                         uint32_t flow, diag::Emitter& emit);

}  // namespace kval::yaml
