#pragma once

#include "src/check/validation_state.h"
#include "src/diag/diagnostic.h"
#include "src/source/source_map.h"
#include "src/value/value.h"

namespace kval::findings {

// Shows the alias first for a finding about a value below an alias (`image: *i`): the text at the anchor may
// be correct there. Makes the alias the primary label of `finding`, and the former primary label the second
// one. Other findings remain unchanged. Requires: the path of `finding` starts at `root`; `sources` contains
// the text of the values. Cost: linear in the length of the path and in the entries of the maps on it that
// several layers merged.
void ShowAlias(const value::Value& root, const source::SourceMap& sources, check::ValidationState& worker,
               diag::Diagnostic& finding);

}  // namespace kval::findings
