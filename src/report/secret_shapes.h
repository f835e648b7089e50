#pragma once

#include <string_view>
#include <vector>

#include "src/report/piece.h"

// Secrets that their own text gives away, whatever the key is called.
namespace kval::report {

// The parts of `text` that have the shape of a well-known secret: tokens with the prefix of who gives them
// out
// (`ghp_…`, `AKIA…`), JSON Web Tokens, what follows `Bearer`, passwords in URLs and in data source names
// (`user:password@tcp(…)`), addresses of webhooks and signatures of addresses, and the body of a private key
// in PEM within the text. In order of their begin; they may overlap. Randomness is not guessed. Linear in the
// length of the text.
std::vector<Piece> SecretShapes(std::string_view text);

// Whether the line begins or ends a private key in PEM.
bool BeginsPrivateKey(std::string_view line);
bool EndsPrivateKey(std::string_view line);

}  // namespace kval::report
