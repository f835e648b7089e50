#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/value/value.h"

namespace kval::merge {

// Returns a key for messages: its source spelling, or the spelling of a computed key.
std::string KeyText(const value::Value& key);

// The parts of a key between its dots; at least one.
std::vector<std::string_view> SplitKey(std::string_view dotted);

// For `by="metadata.name"`, which names one key: the function that finds a key within a map. Empty without a
// dot.
std::string DottedKeyHint(std::string_view key);

}  // namespace kval::merge
