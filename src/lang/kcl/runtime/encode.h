#pragma once

#include <string>
#include <vector>

#include "src/lang/kcl/runtime/text.h"
#include "src/lang/kcl/runtime/value.h"

// Shared parts of the JSON and YAML writers. Private to the library.
namespace kval::kcl::runtime {

// Formats an integer, a float or a number with a unit in the notation of KCL's encoders: without exponent for
// up to 16 digits before the point and five zeros after it, otherwise with an exponent; `null` if it is not
// finite.
std::string NumberText(const Value& number, bool plus_in_exponent);

// Whether a value is output: false for values without a document form, and for values that the options
// exclude.
inline bool IsEncoded(const Value& value, const EncodeOptions& options) {
  return value.is_data() && !(options.ignore_none && value.is(Kind::kNone));
}
inline bool IsEncoded(const Entry& entry, const EncodeOptions& options) {
  const bool is_hidden = options.ignore_private && entry.key.starts_with('_');
  return !is_hidden && IsEncoded(entry.value, options);
}
// Returns the entries and items to write, in order.
std::vector<const Entry*> VisibleEntries(const Dict& dict, const EncodeOptions& options);
std::vector<const Value*> VisibleItems(const List& list, const EncodeOptions& options);

}  // namespace kval::kcl::runtime
