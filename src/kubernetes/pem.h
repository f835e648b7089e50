#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::kubernetes {

// A block of a text in the manner of RFC 7468.
struct PemBlock {
  std::string_view type;  // the label after BEGIN; a view of the text
  std::string bytes;
};

// Returns the first complete block, as Go's encoding/pem finds it: text between blocks, headers and truncated
// blocks are skipped.
std::optional<PemBlock> FirstPemBlock(std::string_view text);

// Whether bytes have the outer structure of a certificate request (RFC 2986): info, algorithm and signature.
// The content is not checked.
bool HasFormOfRequest(std::string_view bytes);

}  // namespace kval::kubernetes
