#pragma once

#include <vector>

#include "src/check/validation_state.h"
#include "src/diag/diagnostic.h"
#include "src/findings/key_suggestion.h"
#include "src/findings/report_options.h"
#include "src/source/source_map.h"
#include "src/types/model.h"
#include "src/value/value.h"

// Certain fixes of values (diag::Fix). Only for source text that is read verbatim: not for computed values or
// scalars with escapes or several lines. No edits: no fix.
namespace kval::findings {

// Returns the fix for a misspelt enumeration member.
diag::Fix MemberFix(const value::Value& value, const std::vector<const value::Value*>& allowed);

// An undeclared key of `mapping` and its value.
struct UndeclaredKey {
  const value::Value* key;
  const value::Value* held;
  const value::Value* mapping;
};

// Renames a misspelt key if the intended key is absent and accepts the value, fixing the value's quotes if
// necessary. `worker` does the lookup at constant cost per key.
diag::Fix KeyFix(const types::Model& model, const KeySuggestion& suggested, const UndeclaredKey& unknown,
                 const ReportOptions& options, check::ValidationState& worker);

// Moves a key that is one level too deep or too high, if changing the indentation of its lines suffices.
diag::Fix LevelFix(const types::Model& model, const KeySuggestion& suggested, const UndeclaredKey& unknown,
                   const source::SourceMap& sources);

}  // namespace kval::findings
