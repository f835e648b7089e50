#pragma once

#include <string>
#include <string_view>

namespace kval::report {

// Replaces characters in complete JSON that terminals or logs interpret (see Escape) by equivalent escapes.
// In complete JSON they occur only in strings.
std::string EscapeControlsInJson(std::string_view json);

}  // namespace kval::report
