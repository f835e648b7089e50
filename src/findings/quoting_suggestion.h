#pragma once

#include <string>

#include "src/diag/diagnostic.h"
#include "src/findings/report_options.h"
#include "src/types/type.h"
#include "src/value/value.h"

// Scalars that are of another type only for their quotes or their tag.
namespace kval::findings {

// Empty if neither quotes nor a tag cause the violation. The fix has no edits if it is uncertain.
struct QuotingSuggestion {
  std::string hint;
  diag::Fix fix;
};

// Returns how to write the value so that it has the type: in its source spelling.
QuotingSuggestion SuggestQuoting(const value::Value& value, const types::Type& type,
                                 const ReportOptions& options);

}  // namespace kval::findings
