#pragma once

#include <string>

#include "src/check/options.h"
#include "src/diag/diagnostic.h"
#include "src/types/type.h"
#include "src/value/value.h"

// Scalars that are of another type only for their quotes or their tag.
namespace kval::check {

// Both empty when neither quotes nor a tag are what is wrong. The repair has no edits when it is not certain.
struct QuoteAdvice {
  std::string hint;
  diag::Fix fix;
};

// What to write so that the value is of the type: as it stands in the file, not as it was read.
QuoteAdvice AdviseQuotes(const value::Value& value, const types::Type& type, const Options& options);

}  // namespace kval::check
