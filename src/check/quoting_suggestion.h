#pragma once

#include <string>

#include "src/check/check_options.h"
#include "src/diag/diagnostic.h"
#include "src/types/type.h"
#include "src/value/value.h"

// Scalars that are of another type only for their quotes or their tag.
namespace kval::check {

// Empty if neither quotes nor a tag cause the violation. The fix has no edits if it is uncertain.
struct QuotingSuggestion {
  std::string hint;
  diag::Fix fix;
};

// Returns how to write the value so that it has the type: in its source spelling.
QuotingSuggestion SuggestQuoting(const value::Value& value, const types::Type& type,
                                 const CheckOptions& options);

}  // namespace kval::check
