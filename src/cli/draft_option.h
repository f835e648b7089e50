#pragma once

#include <string>
#include <string_view>

namespace kval::cli {

// Whether `text` names a draft of JSON Schema (`7`, `draft-07`, `2020-12`); else the message of `option`
// lists those that there are.
bool IsDraft(std::string_view option, std::string_view text, std::string& message);

}  // namespace kval::cli
