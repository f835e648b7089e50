#pragma once

#include <string_view>
#include <vector>

#include "include/kval/kval.h"

namespace kval::cli {

// Returns the usual values (known_values.def) at a path of a document, or with `of_keys` the usual keys of
// the map that contains the last step; empty if none are known. `document`: the name of a built-in schema, or
// `apiVersion/Kind`. The result refers to constants.
std::vector<std::string_view> KnownValues(std::string_view document, const std::vector<api::PathStep>& path,
                                          bool of_keys);

// Returns where the names come from that a value at a path may have (`source` in known_values.def), or with
// `of_keys` the keys of the map that contains the last step; empty if that is unknown.
std::string_view NameSource(std::string_view document, const std::vector<api::PathStep>& path, bool of_keys);

}  // namespace kval::cli
