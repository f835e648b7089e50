#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kval::report {

// Lines of one secret that are looked for in texts.
constexpr size_t kSecretLines = 64;

// Adds the texts that tell what stands in a file as `raw`, line by line: as it is written, without quotes and
// escapes, and as programs print it. No more lines than leave room for `most` texts.
void AddSecret(std::vector<std::string>& secrets, std::string_view raw, size_t most = kSecretLines);

}  // namespace kval::report
