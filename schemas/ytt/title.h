#pragma once

#include <string>
#include <string_view>

namespace kval::schemas::ytt {

// Returns a readable title for a key: characters other than letters and digits become spaces, and the first
// letter is capitalized (ytt schema proposal, `@schema/title`: "similar to rails humanize"). Empty for a key
// without letters and digits, such as `_`, the placeholder for any key.
std::string TitleOf(std::string_view key);

}  // namespace kval::schemas::ytt
