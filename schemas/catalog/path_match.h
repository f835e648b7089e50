#pragma once

#include <optional>
#include <string_view>

namespace kval::schemas::catalog {

// Returns what precedes the last components of a path that match a pattern of schemas.def (`a/` for
// `a/.travis.yml`); nullopt if they do not match. Allocates nothing; time grows with the product of the
// lengths.
std::optional<std::string_view> MatchAtAnyDepth(std::string_view pattern, std::string_view path);

}  // namespace kval::schemas::catalog
