#pragma once

#include <string>
#include <vector>

#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/runtime/value.h"

// Shared parts of the JSON and YAML writers. Private to the library.
namespace kval::kcl::runtime {

// An integer, a float or a number with a unit in the notation of KCL's encoders: a point up to 16 digits
// before it and five zeros after it, else an exponent; `null` where it is no finite number.
std::string NumberText(const Value& number, bool plus_in_exponent);

// Whether a value is output: false for values without a document form, and for values that the options
// exclude.
inline bool IsShown(const Value& value, const EncodeOptions& options) {
  return value.is_data() && !(options.ignore_none && value.is(Kind::kNone));
}
inline bool IsShown(const Entry& entry, const EncodeOptions& options) {
  const bool is_hidden = options.ignore_private && entry.key.starts_with('_');
  return !is_hidden && IsShown(entry.value, options);
}
// The entries and items that are written, in their order.
std::vector<const Entry*> ShownEntries(const Dict& dict, const EncodeOptions& options);
std::vector<const Value*> ShownItems(const List& list, const EncodeOptions& options);

}  // namespace kval::kcl::runtime
