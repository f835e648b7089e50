#pragma once

#include <string>
#include <string_view>

namespace kval::report {

// Finished JSON, of one document or several, in which what a terminal or a log obeys (see Escape) is written
// as an escape: it means the same. In finished JSON such text stands in strings only.
std::string HarmlessJson(std::string_view json);

}  // namespace kval::report
