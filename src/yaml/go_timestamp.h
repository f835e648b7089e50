#pragma once

#include <string_view>

namespace kval::yaml {

// Whether go-yaml v2 reads this text as a time: a date that there is, and a time of day with a zone behind
// `T`, without one behind a blank. Source: parseTimestamp of its resolve.go, and Go's time.Parse.
bool IsGoTimestamp(std::string_view text);

}  // namespace kval::yaml
