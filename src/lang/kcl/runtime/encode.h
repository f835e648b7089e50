#pragma once

#include <string>
#include <vector>

#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/runtime/value.h"

// What the writers of JSON and YAML have in common. Private to the library.
namespace kval::kcl::runtime {

// An integer, a float or a number with a unit in the notation of KCL's encoders: a point up to 16 digits
// before it and five zeros after it, else an exponent; `null` where it is no finite number.
std::string NumberText(const Value& number, bool plus_in_exponent);

// The entries and items that are written, in their order, behind those that are in `shown` already.
void AddShownEntries(const Dict& dict, const EncodeOptions& options, std::vector<const Entry*>& shown);
void AddShownItems(const List& list, const EncodeOptions& options, std::vector<const Value*>& shown);

}  // namespace kval::kcl::runtime
