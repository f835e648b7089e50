#pragma once

#include <string_view>

namespace kval::yaml {

// Whether go-yaml v2 reads this text as a time: an existing date, and a time of day with a zone after `T`,
// without one after a space. Source: parseTimestamp of its resolve.go, and Go's time.Parse.
bool IsGoTimestamp(std::string_view text);

}  // namespace kval::yaml
