#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kval::redaction {

// Maximum lines of one secret that are searched in messages.
constexpr size_t kSecretLines = 64;

// Adds the strings that reveal `raw`, source text of a file, line by line: as written, decoded, and as
// programs print it. At most as many lines as `most` strings permit.
void AddSecret(std::vector<std::string>& secrets, std::string_view raw, size_t most = kSecretLines);

}  // namespace kval::redaction
