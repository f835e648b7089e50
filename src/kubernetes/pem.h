#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kval::kubernetes {

// A block of a text in the manner of RFC 7468.
struct PemBlock {
  std::string_view type;  // the label after BEGIN; a view of the text
  std::string bytes;
  bool has_headers = false;
};

// Removes the first complete block from the front of `text` and returns it, as Go's encoding/pem finds it:
// text between blocks, headers and truncated blocks are skipped. nullopt if there is none.
std::optional<PemBlock> TakePemBlock(std::string_view& text);

// Whether bytes have the outer structure of a certificate (RFC 5280) or a request for one (RFC 2986):
// content, algorithm and signature. The content is not checked.
bool HasFormOfSigned(std::string_view bytes);

// Whether a certificate has the extension `basicConstraints` with the CA bit set.
bool IsAuthority(std::string_view certificate);

}  // namespace kval::kubernetes
