#pragma once

#include <string>
#include <string_view>

namespace kval::schemas::ytt {

// A readable title for a key: characters other than letters and digits become spaces, and the first letter is
// capitalized (ytt schema proposal, `@schema/title`: "similar to rails humanize"). Empty for a key without
// letters and digits, such as `_`, which represents other keys.
std::string TitleOf(std::string_view key);

}  // namespace kval::schemas::ytt
