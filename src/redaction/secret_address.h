#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/redaction/offset_range.h"

// Secrets in addresses of the web.
namespace kval::redaction {

// Returns the rest of an address from `at` on; it also ends at a character of `ends`. Limited to the maximum
// length of addresses, because addresses may overlap and each would scan the rest again.
OffsetRange RestOfAddress(std::string_view text, size_t at, std::string_view ends = {});

// Adds the secret parts of a webhook or bot address that starts a word at `at`: they permit posting there.
// Slashes may be escaped, as `\\/` or `%2F`.
void AddSecretsOfWebhook(std::vector<OffsetRange>& pieces, std::string_view text, size_t at);

}  // namespace kval::redaction
