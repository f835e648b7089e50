#pragma once

#include <string>
#include <string_view>

namespace kval::schemas::ytt {

// A key made readable: what is neither letter nor digit becomes a blank, and the first letter is a capital
// (ytt schema proposal, `@schema/title`: "similar to rails humanize"). Empty for a key without letters and
// digits, `_` say, which stands for other keys.
std::string TitleOf(std::string_view key);

}  // namespace kval::schemas::ytt
