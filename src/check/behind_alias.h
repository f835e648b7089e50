#pragma once

#include "src/check/worker.h"
#include "src/diag/diagnostic.h"
#include "src/value/value.h"

namespace kval::check {

// A finding about a value below an alias (`image: *i`) points at the text of the anchor, where the value may
// be right. Makes the alias its first place, and the former one its second. `<<: *i` is shown as a further
// place. The path of `finding` starts at `root`.
void ShowAlias(const value::Value& root, Worker& worker, diag::Diagnostic& finding);

}  // namespace kval::check
