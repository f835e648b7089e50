#pragma once

#include <string_view>
#include <vector>

#include "src/redaction/offset_range.h"

// Secrets recognized by their format, whatever the key.
namespace kval::redaction {

// Returns the parts of `text` with the shape of a known secret: tokens with an issuer's prefix (`ghp_…`,
// `AKIA…`), JSON Web Tokens, `Bearer` credentials, passwords in URLs and data source names
// (`user:password@tcp(…)`), webhook addresses, signatures in addresses, and bodies of PEM private keys.
// Ordered by start; may overlap. No entropy heuristics. Linear.
std::vector<OffsetRange> FindSecretShapes(std::string_view text);

// Whether the line begins or ends a private key in PEM.
bool BeginsPrivateKey(std::string_view line);
bool EndsPrivateKey(std::string_view line);

}  // namespace kval::redaction
