#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kval::helm {

// The keys of settings that are commented out in a values file (`# nodePort: 30080`), by their line, from 1.
// Prose that looks like an entry (`# Note: …`) may be among them. Linear.
std::map<uint32_t, std::vector<std::string>> CommentedKeys(std::string_view text);

}  // namespace kval::helm
