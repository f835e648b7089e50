#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/report/piece.h"

// Secrets in addresses of the web.
namespace kval::report {

// The rest of an address from `at` on, which also ends at one of `ends`. No longer than addresses are: one
// may be a part of another one, which would be read once for each.
Piece RestOfAddress(std::string_view text, size_t at, std::string_view ends = {});

// Adds the secret parts of a webhook or bot address that starts a word at `at`: they permit posting there.
// Slashes may be escaped, as `\\/` or `%2F`.
void AddSecretsOfWebhook(std::vector<Piece>& pieces, std::string_view text, size_t at);

}  // namespace kval::report
