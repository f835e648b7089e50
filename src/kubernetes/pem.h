#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::kubernetes {

// A block of a text in the manner of RFC 7468.
struct PemBlock {
  std::string_view type;  // what stands behind BEGIN; a view into the text
  std::string bytes;
};

// The first block of a text that is whole, as Go's encoding/pem finds it: text between blocks, headers and
// blocks that are cut off are passed over.
std::optional<PemBlock> FirstPemBlock(std::string_view text);

// Whether bytes have the outer form of a request for a certificate (RFC 2986): what is asked for, an
// algorithm and a signature. What they hold is not looked at.
bool HasFormOfRequest(std::string_view bytes);

}  // namespace kval::kubernetes
