#pragma once

#include <optional>
#include <string_view>

#include "src/value/scalar_disagreement.h"
#include "src/value/value.h"

// Plain scalars that were perhaps meant for something else than what they are.
namespace kval::value {

// Whether a scalar may be such a one: readers disagree about it (numbers that some take for text do not
// count), it begins like a typographic quote, or it is a text of several lines one of which may be an item or
// a bracket. No scalar of another style is; fast for those that are not.
bool MayBeOdd(const Value& scalar);

// What readers disagree about in a plain scalar; nothing where some take a number for text.
std::optional<Disagreement> OddDisagreement(std::string_view plain);
// Whether a line of a plain text may look like an item, or be nothing but a closing bracket.
bool MayHaveOddLine(const Value& scalar);

}  // namespace kval::value
