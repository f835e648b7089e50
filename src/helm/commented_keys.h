#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kval::helm {

// Returns the keys of settings that are commented out in a values file (`# nodePort: 30080`), by line, from
// 1. May include prose that looks like an entry (`# Note: …`). Linear.
std::map<uint32_t, std::vector<std::string>> CommentedKeys(std::string_view text);

}  // namespace kval::helm
